import type { Event } from '#approval/event.ts'

/** The version that events are written in; entries without one are of version 0. Raised together with an upcaster. */
export const eventVersion = 1

type StoredEvent = Readonly<Record<string, unknown>> & { readonly type: string; readonly v?: number }

/** Leads an event of a version to the next one. */
type Upcaster = (event: StoredEvent) => StoredEvent

/** By type, and by the version that it leads away from; a type is left out of the versions that did not change it. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>

/** Version 1 changed no shape: it only says its number. */
const upcasters: Upcasters = {}

/** An entry of a history as it is written, with its version. */
export const versioned = (event: Event): Event & { readonly v: number } => ({ ...event, v: eventVersion })

/** A stored event in today's shape, without its version. Histories are never rewritten: their hashes cover what was written. */
export function upcast(stored: unknown, known: Upcasters = upcasters): Event {
  const { v = 0, ...event } = stored as StoredEvent
  let current: StoredEvent = event as StoredEvent
  for (let version = v; version < eventVersion; version++) current = known[current.type]?.[version]?.(current) ?? current
  return current as unknown as Event
}
