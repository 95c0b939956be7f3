import { expect, it } from 'vitest'
import type { Event } from '#approval/event.ts'
import { eventVersion, upcast, versioned } from './history.ts'

const urged = { type: 'urged', by: 'wang', at: '2026-11-20T02:00:00.000Z' } as unknown as Event

it('an event is read as it was written, without its version', () => {
  expect(versioned(urged)).toEqual({ ...urged, v: eventVersion })
  expect(upcast(versioned(urged))).toEqual(urged)
})

it('an event from before there were versions is led to the shape of today', () => {
  const renamed = { urged: { 0: ({ person, ...event }: Readonly<Record<string, unknown>>) => ({ ...event, type: 'urged', by: person }) } }
  expect(upcast({ type: 'urged', person: 'wang', at: urged.at }, renamed)).toEqual(urged)
  expect(upcast(versioned(urged), renamed)).toEqual(urged)
  expect(upcast({ type: 'passed', by: 'li' }, renamed)).toEqual({ type: 'passed', by: 'li' })
})
