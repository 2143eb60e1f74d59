//! What every component can reach: the store and the driver.

use crate::driver::Driver;
use crate::store::{Msg, Store};
use party::Ask;
use std::ops::Deref;
use yew::prelude::*;

/// The context of all components.
#[derive(Clone, PartialEq)]
pub(super) struct Stage {
    /// What is on the page.
    pub(super) store: UseReducerHandle<Store>,
    /// What plays.
    pub(super) driver: Driver,
}

impl Stage {
    /// Changes the page.
    pub(super) fn tell(&self, msg: Msg) {
        self.store.dispatch(msg);
    }

    /// Asks the room for something.
    pub(super) fn ask(&self, ask: Ask) {
        self.driver.ask(ask);
    }

    /// A handler that changes the page.
    pub(super) fn telling<E>(&self, msg: Msg) -> Callback<E> {
        let stage = self.clone();
        Callback::from(move |_| stage.tell(msg.clone()))
    }

    /// A handler that asks the room.
    pub(super) fn asking<E>(&self, ask: Ask) -> Callback<E> {
        let stage = self.clone();
        Callback::from(move |_| stage.ask(ask.clone()))
    }
}

impl Deref for Stage {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

/// The context. Every component lives below the app, which provides it.
#[hook]
pub(super) fn use_stage() -> Stage {
    use_context::<Stage>().expect("the app provides the stage")
}
