//! What a server that decides promises, told message by message on a virtual clock.

mod door;
mod fixture;
mod going_on;
mod hostile;
mod inputs;
mod people;
mod rewinding;
mod time;
