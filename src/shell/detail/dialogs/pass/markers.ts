/** Facts that an opinion may have to state in a line of its own, as flows call them. */
export const markerNames = ['arrivalTime', 'plannedReturnTime', 'actualEndTime', 'smtOrderNo'] as const

export type Marker = (typeof markerNames)[number]

interface MarkerLine {
  /** The name of the line; it is read by other systems and stays Chinese in every language. */
  readonly title: string
  readonly isTime: boolean
  readonly pattern: RegExp
  /** Key of the sentence when it is missing. */
  readonly code: string
}

const time = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/

export const markerLines: Readonly<Record<Marker, MarkerLine>> = {
  arrivalTime: { title: '到货时间', isTime: true, pattern: time, code: 'approval.opinionArrivalTime' },
  plannedReturnTime: { title: '计划归还时间', isTime: true, pattern: time, code: 'approval.opinionPlannedReturnTime' },
  actualEndTime: { title: '还车时间', isTime: true, pattern: time, code: 'approval.opinionActualEndTime' },
  smtOrderNo: { title: 'SMT订单号', isTime: false, pattern: /^[A-Z0-9-]{6,20}$/, code: 'approval.opinionSmtOrderNo' },
}

const isMarker = (name: string): name is Marker => markerNames.some((each) => each === name)

/** The dedicated inputs that a node asks for. */
export const markersOf = (wanted: readonly string[]): readonly Marker[] => wanted.filter(isMarker)

const lineOf = (marker: Marker) => new RegExp(`\\n?【${markerLines[marker].title}：([^】]*)】`)

/** The title and a value as somebody types them, without the brackets. */
const typedOf = (marker: Marker) =>
  new RegExp(
    `${markerLines[marker].title}\\s?[：:]?\\s?(${
      markerLines[marker].isTime ? String.raw`\d{4}-\d{2}-\d{2} \d{2}:\d{2}` : '[A-Z0-9-]{6,20}'
    })`,
  )

/** The fact that the opinion states, also when it was typed by hand. */
export const statedIn = (opinion: string, marker: Marker): string =>
  (lineOf(marker).exec(opinion) ?? typedOf(marker).exec(opinion))?.[1] ?? ''

/** The opinion with the fact stated in a line at its end, or without the line when the value is empty. */
export function stating(opinion: string, marker: Marker, value: string): string {
  const line = value === '' ? '' : `【${markerLines[marker].title}：${value}】`
  const before = lineOf(marker)
  if (before.test(opinion)) return opinion.replace(before, (found) => (line !== '' && found.startsWith('\n') ? `\n${line}` : line))
  return [opinion, line].filter((part) => part !== '').join('\n')
}

/** The opinion with what the form holds already under the names of facts that it does not state yet. */
export const proposing = (opinion: string, wanted: readonly Marker[], value: Readonly<Record<string, unknown>>): string =>
  wanted.reduce((text, marker) => {
    const known = value[marker]
    const stated = typeof known === 'string' && markerLines[marker].isTime ? known.slice(0, 16) : known
    return statedIn(text, marker) === '' && typeof stated === 'string' && markerLines[marker].pattern.test(stated)
      ? stating(text, marker, stated)
      : text
  }, opinion)

/** The opinion without what the dedicated inputs wrote into it. */
export const spokenPart = (opinion: string): string => markerNames.reduce((text, marker) => stating(text, marker, ''), opinion).trim()

/** Other words in the place of the opinion; what the dedicated inputs stated stays. */
export const withSpoken = (opinion: string, words: string): string =>
  markerNames.reduce((text, marker) => stating(text, marker, statedIn(opinion, marker)), words)
