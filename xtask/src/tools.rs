//! The tools that a command needs: which are there, and how the missing ones come.
//!
//! A tool of the right version on the path is used as it is. Otherwise it is installed into
//! `.tools` or `node_modules`, from the registries of cargo and npm and from nowhere else.

use crate::workshop::{Outcome, Workshop, run};

/// Newer ones want a newer compiler than `rust-version`.
const TRUNK: &str = "0.21.14";

/// Tools are built for the build's sake: without link-time optimisation they are there in half
/// the time and run no slower that one would notice.
const QUICK_BUILD: [(&str, &str); 3] = [
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
];

/// Says why something is installed, before the installer's own output.
fn installing(what: &str, why: &str) {
    println!("\n── installing {what}: {why}");
}

/// The compiler's wasm32 half.
pub(crate) fn wasm_target(shop: &Workshop) -> Outcome {
    const TARGET: &str = "wasm32-unknown-unknown";
    let libraries = shop.ask(&["rustc", "--print", "target-libdir", "--target", TARGET]);
    if libraries.is_some_and(|folder| std::path::Path::new(folder.trim()).is_dir()) {
        return Ok(());
    }
    installing(TARGET, "the page runs in the browser as WebAssembly (a few seconds)");
    shop.run(&["rustup", "target", "add", TARGET]).map_err(|error| {
        format!("{error}. Without rustup, install the {TARGET} standard library of your rustc.")
    })
}

/// Trunk turns `index.html` and the crate `web` into the page.
pub(crate) fn trunk(shop: &Workshop) -> Outcome {
    if version_is(shop, "trunk", TRUNK) {
        return Ok(());
    }
    installing(&format!("trunk {TRUNK}"), "it bundles the page (about 10 minutes, once)");
    let plain = ["--no-default-features", "--features", "rustls"];
    cargo_install(shop, &[&["trunk", "--version", TRUNK, "--locked"], &plain[..]].concat())
}

/// Makes the JavaScript glue; its format is tied to the library's version.
pub(crate) fn wasm_bindgen(shop: &Workshop) -> Outcome {
    let version = shop.locked_version("wasm-bindgen")?;
    if ["wasm-bindgen", "wasm-bindgen-test-runner"].iter().all(|t| version_is(shop, t, &version)) {
        return Ok(());
    }
    installing(
        &format!("wasm-bindgen-cli {version}"),
        "it joins WebAssembly and the browser (about 5 minutes, once)",
    );
    // Its published lock file holds crates that were withdrawn since; so no `--locked`.
    cargo_install(shop, &["wasm-bindgen-cli", "--version", &version, "--no-default-features"])
}

fn cargo_install(shop: &Workshop, what: &[&str]) -> Outcome {
    let words = [&["cargo", "install", "--root", ".tools"], what].concat();
    run(shop.command(&words).envs(QUICK_BUILD))
}

/// Whether `npm` can be asked for something.
pub(crate) fn has_npm(shop: &Workshop) -> bool {
    shop.ask(&["npm", "--version"]).is_some()
}

/// What `package.json` names: wasm-opt, terser, the browser's driver, the accessibility checker.
pub(crate) fn npm_packages(shop: &Workshop) -> Outcome {
    // npm writes this file at the end of a complete installation.
    let modified = |path| std::fs::metadata(shop.path(path)).and_then(|file| file.modified()).ok();
    let installed = modified("node_modules/.package-lock.json");
    if installed.is_some() && installed >= modified("package-lock.json") {
        return Ok(());
    }
    if !has_npm(shop) {
        return Err("npm is not there. Install Node.js 20 or newer, then try again.".into());
    }
    installing(
        "npm packages",
        "wasm-opt and terser shrink the page; playwright and axe test it (seconds)",
    );
    shop.run(&["npm", "ci", "--no-audit", "--no-fund"])
}

/// The browser that the tests drive, and its driver.
pub(crate) fn chromium(shop: &Workshop) -> Outcome {
    let missing: Vec<&str> = [("chromium", "CHROMIUM"), ("chromedriver", "CHROMEDRIVER")]
        .into_iter()
        .filter(|(program, variable)| !program_is_there(shop, program, variable))
        .map(|(program, _)| program)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages = ["chromium", "chromium-driver"];
    installing(&packages.join(" and "), "the page is tested in a real browser");
    let by_hand = "Install Chromium and ChromeDriver, or name them in CHROMIUM and CHROMEDRIVER.";
    if shop.ask(&["apt-get", "--version"]).is_none() {
        return Err(format!(
            "{} is missing and there is no apt-get. {by_hand}",
            missing.join(", ")
        ));
    }
    let root = shop.ask(&["id", "-u"]).is_some_and(|user| user.trim() == "0");
    let become_root: &[&str] = if root { &[] } else { &["sudo"] };
    if !root {
        println!("   apt-get needs root, so this goes through sudo and may ask for your password");
    }
    let apt = |words: &[&str]| {
        let words = [become_root, &["apt-get", "-y"], words].concat();
        run(shop.command(&words).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    apt(&["update"])?;
    apt(&["install", "--no-install-recommends", packages[0], packages[1]])
        .map_err(|error| format!("{error}. {by_hand}"))
}

fn program_is_there(shop: &Workshop, program: &str, variable: &str) -> bool {
    let named = std::env::var_os(variable).is_some_and(|path| std::path::Path::new(&path).exists());
    named || shop.ask(&[program, "--version"]).is_some()
}

fn version_is(shop: &Workshop, program: &str, version: &str) -> bool {
    let answer = shop.ask(&[program, "--version"]).unwrap_or_default();
    answer.split_whitespace().any(|word| word == version)
}
