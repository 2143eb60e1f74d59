//! What `cargo xtask test` checks, in the order in which a failure is cheapest to find.

use crate::play::build_page;
use crate::tools;
use crate::workshop::{Outcome, Workshop, run};

pub(crate) struct Step {
    /// What `--only` calls it.
    pub(crate) name: &'static str,
    pub(crate) promise: &'static str,
    /// Steps whose work this one builds on: it is skipped when one of them failed.
    pub(crate) after: &'static [&'static str],
    /// What must be installed first.
    pub(crate) needs: &'static [fn(&Workshop) -> Outcome],
    pub(crate) run: fn(&Workshop) -> Outcome,
}

const WASM: &[&str] = &["--target", "wasm32-unknown-unknown"];

pub(crate) const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        promise: "every source is formatted",
        after: &[],
        needs: &[],
        run: |shop| shop.run(&["cargo", "fmt", "--all", "--check"]),
    },
    Step {
        name: "clippy",
        promise: "no lint complains, natively",
        after: &[],
        needs: &[],
        run: |shop| {
            let scope = ["--workspace", "--all-targets"];
            shop.run(&[&["cargo", "clippy"], &scope[..], DENY].concat())
        },
    },
    Step {
        name: "clippy-wasm",
        promise: "no lint complains about what runs in the browser",
        after: &[],
        needs: &[tools::wasm_target],
        run: |shop| {
            let scope = ["-p", "netplay", "-p", "games", "-p", "party", "-p", "net-web"];
            shop.run(&[&["cargo", "clippy", "-p", "web"], &scope[..], WASM, DENY].concat())
        },
    },
    Step {
        name: "test",
        promise: "units, stories, processes and the tidy tests, natively",
        after: &[],
        needs: &[tools::wasm_target],
        run: |shop| {
            if shop.ask(&["cargo", "nextest", "--version"]).is_some() {
                shop.run(&["cargo", "nextest", "run", "--workspace", "--no-fail-fast"])
            } else {
                shop.run(&[
                    "cargo",
                    "test",
                    "--workspace",
                    "--no-fail-fast",
                    "--lib",
                    "--bins",
                    "--tests",
                ])
            }
        },
    },
    Step {
        name: "doc",
        promise: "every example in the documents compiles and holds",
        after: &[],
        needs: &[],
        run: |shop| shop.run(&["cargo", "test", "--quiet", "--workspace", "--doc"]),
    },
    Step {
        name: "wasm-core",
        promise: "the core and the games behave in Chromium as they do natively",
        after: &[],
        needs: &[tools::wasm_target, tools::wasm_bindgen, tools::chromium],
        run: |shop| in_browser(shop, &["-p", "netplay", "-p", "games", "--test", "wasm"]),
    },
    Step {
        name: "wasm-web",
        promise: "the page's parts and its transport, in Chromium",
        after: &[],
        needs: &[tools::wasm_target, tools::wasm_bindgen, tools::chromium],
        run: |shop| in_browser(shop, &["-p", "net-web", "-p", "web"]),
    },
    Step {
        name: "page",
        promise: "the page builds as players get it",
        after: &[],
        needs: &[tools::wasm_target, tools::trunk, tools::wasm_bindgen, tools::npm_packages],
        run: build_page,
    },
    Step {
        name: "weight",
        promise: "wasm and glue weigh at most 520 KB compressed",
        after: &["page"],
        needs: &[],
        run: |shop| shop.run(&["node", "e2e/weight.mjs", "dist"]),
    },
    Step {
        name: "journeys",
        promise: "real browsers play through the real relay",
        after: &["page"],
        needs: &[tools::npm_packages, tools::chromium],
        run: |shop| {
            shop.run(&["cargo", "build", "-p", "relay", "-p", "peer", "-p", "e2e", "--bins"])?;
            shop.run(&["node", "e2e/journeys/run.mjs"])
        },
    },
];

const DENY: &[&str] = &["--", "--deny", "warnings"];

/// Runs tests that were compiled to wasm in headless Chromium.
fn in_browser(shop: &Workshop, scope: &[&str]) -> Outcome {
    let words = [&["cargo", "test"], WASM, scope].concat();
    let mut command = shop.command(&words);
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner");
    command.env("WASM_BINDGEN_TEST_TIMEOUT", "120"); // of all tests of a file together
    if std::env::var_os("CHROMEDRIVER").is_none() {
        command.env("CHROMEDRIVER", "chromedriver");
    }
    run(&mut command)
}
