//! A world whose corrections leave out what is hidden: to see what that costs.

use netplay::ids::StateHash;
use netplay::sim::{BadState, GameEvent, InputFrame, NetId, Replicated, Schema, View, WorldState};

/// The world within, but for one thing: when a state of the server's comes in, the hidden fields
/// of one component stay as they are here.
#[derive(Clone, Debug)]
pub struct Forgetful<S> {
    /// The world.
    pub world: S,
    /// The component whose hidden fields are left out of the server's states.
    pub forgets: Option<&'static str>,
}

impl<S> Forgetful<S> {
    /// A world that forgets this, or one that only could.
    pub fn new(world: S, forgets: Option<&'static str>) -> Self {
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
        let schema = self.world.schema();
        for entity in &mut mixed.entities {
            let Some(ours) = ours.get(entity.id) else { continue };
            let components = &schema.kinds[usize::from(entity.kind)].components;
            let components = components.iter().map(|at| &schema.components[usize::from(*at)]);
            let fields = components.flat_map(|component| {
                let forgotten = self.forgets == Some(component.name.as_str());
                component.fields.iter().map(move |field| forgotten && !field.check)
            });
            for (place, _) in fields.enumerate().filter(|(_, forgotten)| *forgotten) {
                entity.values[place] = ours.values[place];
            }
        }
        self.world.write(&mixed)
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
