//! The buttons of a hunt. The canvas says which role the player has, and the styles hide what the
//! other one needs.

use super::Button;

/// The stick walks.
pub(super) static BUTTONS: [Button; 6] = [
    Button { class: "drift seeks", label: "Tag", held: |thumbs| &mut thumbs.drift },
    Button { class: "drift hides", label: "Become", held: |thumbs| &mut thumbs.drift },
    Button { class: "brake hides", label: "Lock", held: |thumbs| &mut thumbs.lock },
    Button { class: "gas hides", label: "Taunt", held: |thumbs| &mut thumbs.taunt },
    Button { class: "reset hides", label: "Turn", held: |thumbs| &mut thumbs.reset },
    Button { class: "decoy hides", label: "Squeaker", held: |thumbs| &mut thumbs.decoy },
];
