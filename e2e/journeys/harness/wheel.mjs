// Who has the wheel of whose car.

/** The player's seat, once the player and nobody else drives on it. */
export async function atTheWheel(player, seat, deadlineMs = 15_000) {
  const holds = ({ wheel, ai }) =>
    wheel && !ai.includes(wheel.seat) && (seat === undefined || wheel.seat === seat);
  return (await player.until("it drives", holds, deadlineMs)).wheel.seat;
}
