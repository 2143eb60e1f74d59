//! The screens and what they are made of. Components show the [`Store`](crate::store::Store)
//! and tell the [`Driver`](crate::driver::Driver) what the player wants; neither knows the other.

pub mod app;
mod arrive;
mod chat;
mod closed;
mod dialog;
mod emote;
mod golf;
mod help;
mod home;
mod hunt;
mod invite;
mod listen;
mod live;
mod members;
mod menu;
mod pack;
mod panel;
mod play;
mod profile;
mod replay;
mod results;
mod room;
mod rules;
mod seat;
mod seen;
mod settings;
mod stage;
mod still;
mod touch;
mod watch;
