//! A world whose corrections leave out what is hidden: to see what that costs.

use netplay::ids::StateHash;
use netplay::sim::{BadState, GameEvent, InputFrame, NetId, Replicated, Schema, View, WorldState};

/// The world within, but for one thing: when a state of the server's comes in, its hidden fields
/// stay as they are here, unless this world is told not to forget.
#[derive(Clone, Debug)]
pub struct Forgetful<S> {
    /// The world.
    pub world: S,
    /// Whether the hidden fields of the server's states are left out.
    pub forgets: bool,
}

impl<S> Forgetful<S> {
    /// A world that forgets, or one that only could.
    pub fn new(world: S, forgets: bool) -> Self {
        Self { world, forgets }
    }
}

impl<S: Replicated> Replicated for Forgetful<S> {
    fn schema(&self) -> &Schema {
        self.world.schema()
    }

    fn slots(&self) -> usize {
        self.world.slots()
    }

    fn entity_of_slot(&self, slot: usize) -> Option<NetId> {
        self.world.entity_of_slot(slot)
    }

    fn read(&self, out: &mut WorldState) {
        self.world.read(out);
    }

    fn write(&mut self, state: &WorldState) -> Result<(), BadState> {
        let (mut mixed, mut ours) = (state.clone(), WorldState::default());
        self.world.read(&mut ours);
        for entity in mixed.entities.iter_mut().filter(|_| self.forgets) {
            let Some(ours) = ours.get(entity.id) else { continue };
            let fields = self.world.schema().fields_of(entity.kind).enumerate();
            for (place, _) in fields.filter(|(_, field)| !field.check) {
                entity.values[place] = ours.values[place];
            }
        }
        // Halves of two states may be none: then it is the server's after all.
        self.world.write(&mixed).or_else(|_| self.world.write(state))
    }

    fn tick(&mut self, inputs: &[Option<InputFrame>]) {
        self.world.tick(inputs);
    }

    fn reset(&mut self) {
        self.world.reset();
    }

    fn identity(&self) -> StateHash {
        self.world.identity()
    }

    fn on_action(
        &mut self,
        slot: usize,
        kind: u16,
        payload: &[u8],
        rewound: Option<&WorldState>,
    ) -> Vec<GameEvent> {
        self.world.on_action(slot, kind, payload, rewound)
    }

    fn player_joined(&mut self, slot: usize) {
        self.world.player_joined(slot);
    }

    fn player_left(&mut self, slot: usize) {
        self.world.player_left(slot);
    }

    fn take_events(&mut self) -> Vec<GameEvent> {
        self.world.take_events()
    }

    fn is_over(&self) -> bool {
        self.world.is_over()
    }

    fn show(&mut self, view: &View) {
        self.world.show(view);
    }
}
