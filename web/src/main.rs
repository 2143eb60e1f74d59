//! The page's entry: everything is in the library, where tests reach it.

fn main() {
    web::run();
}
