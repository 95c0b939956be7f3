/**
 * Work of one kind, one piece after the other within this process. Where a lock admits one transaction at a time, those
 * who wait for it here hold no connection meanwhile, and keep nobody else from one.
 */
export function inTurn(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
