//! `cargo xtask test`: everything that must hold, with a heading and a time for each step.

use crate::steps::{STEPS, Step};
use crate::workshop::{Outcome, Workshop};
use std::process::ExitCode;
use std::time::{Duration, Instant};

enum Verdict {
    Passed,
    Failed(String),
    Skipped(&'static str),
}

/// Fails when a step does. The count is the last line that is printed.
pub(crate) fn test(shop: &Workshop, arguments: &[String]) -> Result<ExitCode, String> {
    let chosen = match chosen(arguments)? {
        Some(steps) => steps,
        None => return Ok(ExitCode::SUCCESS),
    };
    let mut report: Vec<(&Step, Verdict, Duration)> = Vec::new();
    for step in chosen {
        println!("\n━━ {}: {}", step.name, step.promise);
        let begin = Instant::now();
        let broken = step.after.iter().find(|needed| {
            report.iter().any(|(s, v, _)| s.name == **needed && !matches!(v, Verdict::Passed))
        });
        let verdict = match broken {
            Some(needed) => Verdict::Skipped(needed),
            None => match install_and_run(shop, step) {
                Ok(()) => Verdict::Passed,
                Err(sentence) => Verdict::Failed(sentence),
            },
        };
        let took = begin.elapsed();
        println!("── {}: {} after {:.1} s", step.name, word(&verdict), took.as_secs_f32());
        report.push((step, verdict, took));
    }
    Ok(summary(&report))
}

fn install_and_run(shop: &Workshop, step: &Step) -> Outcome {
    step.needs.iter().try_for_each(|install| install(shop))?;
    (step.run)(shop)
}

/// The steps to run; `None` when the question was only which there are.
fn chosen(arguments: &[String]) -> Result<Option<Vec<&'static Step>>, String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => Ok(Some(STEPS.iter().collect())),
        ["--list"] => {
            for step in STEPS {
                println!("{:12} {}", step.name, step.promise);
            }
            Ok(None)
        }
        ["--only", names @ ..] if !names.is_empty() => {
            let find = |name: &&str| {
                let step = STEPS.iter().find(|step| step.name == *name);
                step.ok_or_else(|| format!("there is no step `{name}`; see --list"))
            };
            names.iter().map(find).collect::<Result<_, _>>().map(Some)
        }
        _ => Err("usage: cargo xtask test [--only STEP… | --list]".into()),
    }
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "passed",
        Verdict::Failed(_) => "FAILED",
        Verdict::Skipped(_) => "skipped",
    }
}

fn summary(report: &[(&Step, Verdict, Duration)]) -> ExitCode {
    println!("\n━━ summary");
    for (step, verdict, took) in report {
        let why = match verdict {
            Verdict::Passed => String::new(),
            Verdict::Failed(sentence) => format!("  {sentence}"),
            Verdict::Skipped(needed) => format!("  builds on `{needed}`"),
        };
        println!("{:8} {:12} {:7.1} s{why}", word(verdict), step.name, took.as_secs_f32());
    }
    let total: Duration = report.iter().map(|(_, _, took)| *took).sum();
    println!("{:8} {:12} {:7.1} s", "", "in all", total.as_secs_f32());
    let count = |wanted| report.iter().filter(|(_, verdict, _)| word(verdict) == wanted).count();
    let (passed, failed, skipped) = (count("passed"), count("FAILED"), count("skipped"));
    match skipped {
        0 => println!("\n{passed} passed, {failed} failed"),
        _ => println!("\n{passed} passed, {failed} failed, {skipped} skipped"),
    }
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
