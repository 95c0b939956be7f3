import { expect, it } from 'vitest'
import type { Journey } from '../../journeys/journey-wire.ts'
import { calendarOf } from './TravelDetailPage.tsx'

const segment = { startingAreaCode: ['sz'], destinationAreaCode: ['sh'], startingRiskLevel: 'none', destinationRiskLevel: 'none',
  departTime: '2026-11-27 08:10:00', arriveTime: '2026-11-27 09:00:00', transport: null, fare: null } as const
const journey: Journey = { id: 'j1', travellerId: 'wang', travellerName: '王伟/Wei Wang', companions: [], departTime: '2026-11-27 08:10:00',
  arriveTime: '2026-11-28 20:50:00', oneWay: false, journeyType: '1', state: 'upcoming', riskLevel: 'none',
  remark: 'Halls 5, 6; bring samples', businessKey: 'k', businessNo: 'CC1', businessType: 't', segments: [segment], own: true, version: 1 }
const file = (title: string) => calendarOf(journey, { title, wayOf: () => '苏州市 → 上海市' }, new Date('2026-11-26T01:02:03.456Z'))

it('a trip is one event, in universal time, with its segments, number and remark', () => {
  expect(file('苏州市 ⇄ 上海市').split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//OA//Trips//EN',
    'BEGIN:VEVENT',
    'UID:j1@oa',
    'DTSTAMP:20261126T010203Z',
    'DTSTART:20261127T001000Z',
    'DTEND:20261128T125000Z',
    'SUMMARY:苏州市 ⇄ 上海市',
    String.raw`DESCRIPTION:11-27 08:10 – 11-27 09:00 苏州市 → 上海市\nCC1\nHalls`,
    String.raw`  5\, 6\; bring samples`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

it('a long line is folded within 75 bytes, between characters', () => {
  const title = '出差'.repeat(40)
  const lines = file(title).split('\r\n')
  expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75)
  expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`)
})
