import type { Event } from '#approval/event.ts'

/** The version of written events; events without one have version 0. Increase it together with an upcaster. */
export const eventVersion = 1

type StoredEvent = Readonly<Record<string, unknown>> & { readonly type: string; readonly v?: number }

/** Converts an event to the next version. */
type Upcaster = (event: StoredEvent) => StoredEvent

/** By event type and by the version to convert from; versions without a change of the type are absent. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>

/** Version 1 only added the version number. */
const upcasters: Upcasters = {}

/** An event with its version, as written. */
export const versioned = (event: Event): Event & { readonly v: number } => ({ ...event, v: eventVersion })

/**
 * A stored event converted to the current shape, without its version. Histories are never rewritten, since hashes cover the stored
 * entries.
 */
export function upcast(stored: unknown, known: Upcasters = upcasters): Event {
  const { v = 0, ...event } = stored as StoredEvent
  let current: StoredEvent = event as StoredEvent
  for (let version = v; version < eventVersion; version++) current = known[current.type]?.[version]?.(current) ?? current
  return current as unknown as Event
}
