//! What two and three players learn.

use crate::broken::{Flip, fields, mid_race};
use crate::table::{Table, Verdict};
use netplay::ids::{Frame, PlayerId};
use netplay::rng::SimRng;

#[test]
fn three_players_all_point_at_the_one_whose_machine_broke() {
    let mut rng = SimRng::new(4, 4);
    let race = &mid_race(8, 4, 3)[2];
    let all = fields(race);
    for window_frames in [0, 8] {
        let field = all.iter().find(|field| field.path == "cars[2].vel.x").expect("a field");
        let table = Table { race, players: 3, window_frames };
        let flip = Flip::in_field(&table, field, 41, &mut rng);
        let mut seated = table.seated(Some(flip));
        assert_eq!(seated.run_until_found(200), Verdict::Found);
        seated.assert_everybody_found("cars[2].vel.x", "three players");
        let cara = PlayerId(3);
        for peer in &seated.peers {
            let theirs = peer.case.as_ref().expect("a case").theirs.player;
            assert_eq!(theirs == cara, peer.id != cara, "{:?} asked {theirs:?}", peer.id);
        }
    }
}

#[test]
fn nobody_is_suspected_while_nothing_breaks() {
    let race = &mid_race(8, 6, 2)[1];
    for window_frames in [0, 8] {
        let mut seated = Table { race, players: 3, window_frames }.seated(None);
        assert_eq!(seated.run_until_found(300), Verdict::Agreed);
        let checkpoints: Vec<_> =
            seated.peers.iter().map(|peer| peer.session.last_checkpoint()).collect();
        assert!(checkpoints.iter().all(|it| it.is_some_and(|(frame, _)| frame >= Frame(269))));
    }
}
