import React from 'react'

const act: (callback: () => unknown) => unknown = React.act

/**
 * Awaits an act that the caller does not await, e.g. that of an event: React discards the work of a component that suspends in an act that
 * is not awaited, and would never render it.
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
