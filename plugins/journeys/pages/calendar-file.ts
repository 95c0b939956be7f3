import { instantOf } from '#kernel/values/dates.ts'
import type { Journey, JourneySegment } from '../journey-wire.ts'

export interface CalendarWords {
  /** The title of the trip in the calendar. */
  readonly title: string
  /** From where to where a segment leads. */
  wayOf(segment: JourneySegment): string
}

/** A trip as a calendar file (RFC 5545): one event from departure to arrival, which lists its segments; `writtenAt` stamps it. */
export function calendarOf(journey: Journey, { title, wayOf }: CalendarWords, writtenAt: Date): string {
  const segments = journey.segments.map((segment) =>
    `${segment.departTime.slice(5, 16)} – ${segment.arriveTime.slice(5, 16)} ${wayOf(segment)}`
  )
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//OA//Trips//EN',
    'BEGIN:VEVENT',
    `UID:${journey.id}@oa`,
    `DTSTAMP:${stampOf(writtenAt)}`,
    ...timeOf('DTSTART', journey.departTime),
    ...timeOf('DTEND', journey.arriveTime),
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped([...segments, journey.businessNo, journey.remark].filter(Boolean).join('\n'))}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.flatMap(folded).map((line) => `${line}\r\n`).join('')
}

function timeOf(name: string, text: string): string[] {
  const instant = instantOf(text)
  return instant ? [`${name}:${stampOf(instant)}`] : []
}

const stampOf = (instant: Date): string => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll('\n', String.raw`\n`)

/** Bytes of a line, without its end, at most. */
const longest = 75

/** A line is continued by one that begins with a space, and never broken within a character. */
function folded(line: string): string[] {
  const lines = ['']
  for (const character of line) {
    const last = lines.at(-1)!
    if (bytesOf(last) + bytesOf(character) > longest) lines.push(` ${character}`)
    else lines[lines.length - 1] = last + character
  }
  return lines
}

const encoder = new TextEncoder()
const bytesOf = (text: string): number => encoder.encode(text).length
