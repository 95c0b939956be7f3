import React from 'react'

const act: (callback: () => unknown) => unknown = React.act

/**
 * Follows an act that nobody awaits, such as that of an event, to its end: React drops the work of a part that suspends in
 * it, and the part would never be drawn.
 */
React.act = (callback: () => unknown) => {
  let isAwaited = false
  const ended = act(() => {
    const result = callback()
    isAwaited = result instanceof Promise
    return result
  }) as Promise<void>
  if (!isAwaited) ended.then(() => undefined, () => undefined)
  return ended
}
