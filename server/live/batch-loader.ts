/**
 * Asks for many things with one question: what is wanted while an earlier answer is under way is asked for together, so
 * that thousands who come at the same moment cost little more than one. Answers by key; undefined for a key without one.
 */
export function batchLoader<Answer>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Answer>>,
): (key: string) => Promise<Answer | undefined> {
  let next: { readonly keys: Set<string>; readonly answers: Promise<ReadonlyMap<string, Answer>> } | undefined
  let last: Promise<unknown> = Promise.resolve()

  const gather = () => {
    const keys = new Set<string>()
    const answers = last.then(() => {
      next = undefined
      return ask([...keys])
    })
    last = answers.catch(() => undefined)
    return { keys, answers }
  }

  return async (key) => {
    const { keys, answers } = (next ??= gather())
    keys.add(key)
    return (await answers).get(key)
  }
}
