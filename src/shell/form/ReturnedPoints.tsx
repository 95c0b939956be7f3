import { Button, Checkbox } from 'antd'
import { type ReactNode, useContext, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import type { FormValue } from '#kernel/values/value.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { useConfirm } from '../dialogs/dialogs-context.tsx'
import { type LastReturn, ReturnedNotice } from '../parts/document/ReturnedNotice.tsx'
import type { FiledAgain } from './copies/copying.ts'
import { FiledValue, isSameText } from './sections/Was.tsx'
import { useStore } from './store/use-store.ts'
import { useFormText } from './texts.ts'
import { type CellName, nameOfCell } from './store/cell.ts'

/** Key of the ticked points in a draft's content; not a valid field key. */
const tickedKey = '$ticked'

/** Splits the reason of a return into points, by lines and sentences. */
export const pointsOf = (reason: string): readonly string[] => [
  ...new Set(reason.split(/\n+|(?<=[。；！？;!?])|(?<=\p{L}{2}[.])\s+/u).map((point) => point.trim()).filter((point) => point !== '')),
]

/** The points of a return, and those ticked off by the initiator; stored in the document's draft. */
export class Points {
  private ticked: ReadonlySet<string> = new Set()
  private readonly listeners = new Set<() => void>()

  constructor(readonly all: readonly string[]) {}

  tick(point: string, isDone: boolean): void {
    this.ticked = new Set(isDone ? [...this.ticked, point] : [...this.ticked].filter((each) => each !== point))
    for (const listener of this.listeners) listener()
  }

  /** Adds the ticked points to a draft's content. */
  into = (entered: FormValue): FormValue => this.ticked.size === 0 ? entered : { ...entered, [tickedKey]: [...this.ticked] }

  /** Restores the ticked points from a draft's content; returns the form value. */
  outOf({ [tickedKey]: ticked, ...entered }: FormValue): FormValue {
    this.ticked = new Set(Array.isArray(ticked) ? ticked.filter((each) => typeof each === 'string') : [])
    for (const listener of this.listeners) listener()
    return entered
  }

  readonly subscribe = (listener: () => void): () => void => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): ReadonlySet<string> => this.ticked
}

/** State of the points of a return; asks once before resubmitting with open points. */
export function useReturnedPoints(filed: FiledAgain | undefined) {
  const returned = filed?.returned
  const [points] = useState(() => new Points(pointsOf(returned?.reason ?? '')))
  const confirm = useConfirm()
  const { t } = useFormText()
  const [wasAsked, setWasAsked] = useState(false)
  return useMemo(() => ({
    returned,
    points,
    /** Returns whether to file now; false while it is being sent, or if the user declines. */
    async mayFile(isSending: boolean): Promise<boolean> {
      if (isSending) return false
      const open = points.all.filter((point) => !points.snapshot().has(point))
      if (open.length === 0 || wasAsked) return true
      setWasAsked(true)
      return await confirm({ title: t('pointsLeft'), content: open.join(' · '), okText: t('pointsLeftGo'), cancelText: t('confirmBack'),
        autoFocusButton: 'cancel' })
    },
  }), [returned, points, confirm, t, wasAsked])
}

/**
 * Ticks a point automatically when a place that it names changes, and unticks it when the filed value is restored. A manual tick is kept
 * until then. @returns the places named by each point
 */
function usePlaces(points: Points, save: () => void): ReadonlyMap<string, readonly NamedPlace[]> {
  const store = useStore()
  const filed = useContext(FiledValue)
  const onTick = useEffectEvent(save)
  const places = useMemo(() => new Map(points.all.map((point) => [point, placesIn(point, store.form.fields)])), [points, store])
  useEffect(() => {
    if (!filed) return undefined
    const changed = new Set(points.all.filter((point) => isChanged(places.get(point) ?? [], filed, store.value)))
    return store.subscribe(() => {
      for (const point of points.all) {
        const isNow = isChanged(places.get(point) ?? [], filed, store.value)
        if (isNow === changed.has(point)) continue
        if (isNow) changed.add(point)
        else changed.delete(point)
        points.tick(point, isNow)
        onTick()
      }
    })
  }, [places, points, filed, store])
  return places
}

/** The notice of a return with a checkbox per point; a point that names a place of the form links to it. */
export function ReturnedPoints({ returned, points, onTick }: { returned: LastReturn | undefined; points: Points; onTick(): void }) {
  const ticked = useSyncExternalStore(points.subscribe, points.snapshot)
  const places = usePlaces(points, onTick)
  const store = useStore()
  if (points.all.length === 0) return <ReturnedNotice returned={returned} />
  return (
    <ReturnedNotice returned={returned}>
      <ul className="oa-points unlisted bare">
        {points.all.map((point) => (
          <li key={point}>
            <Point point={point} isTicked={ticked.has(point)} place={places.get(point)?.[0]} onTick={(isDone) => {
              points.tick(point, isDone)
              onTick()
            }} onGo={(place, root) => showPlace(root, place, store.value)} />
          </li>
        ))}
      </ul>
    </ReturnedNotice>
  )
}

interface PointProps {
  readonly point: string
  readonly isTicked: boolean
  readonly place: NamedPlace | undefined
  onTick(isDone: boolean): void
  onGo(place: NamedPlace, root: ParentNode): void
}

function Point({ point, isTicked, place, onTick, onGo }: PointProps): ReactNode {
  const box = (children?: ReactNode) => (
    <Checkbox checked={isTicked} aria-label={children === undefined ? point : undefined} onChange={({ target }) => onTick(target.checked)}>
      {children}
    </Checkbox>
  )
  if (!place) return box(point)
  return (
    <>
      {box()}
      <Button type="link" size="small" className="oa-point"
        onClick={({ currentTarget }) => onGo(place, currentTarget.closest('.oa-editor') ?? document)}
      >
        {point}
      </Button>
    </>
  )
}

/** A place of the form named in a text: a field, a column, or a row with or without column. */
interface NamedPlace {
  readonly key: string
  /** Row number, from 1. */
  readonly row?: number
  readonly column?: string
}

const rowNumber = /第\s*(\d{1,3})\s*行|\brow\s+(\d{1,3})\b/i

/** The places named in a text, by field labels in either language ("金额", "Amount") and row numbers ("第 3 行", "row 3"). */
export function placesIn(text: string, fields: Fields): readonly NamedPlace[] {
  const row = Number(rowNumber.exec(text)?.slice(1).find(Boolean)) || undefined
  const tables = Object.entries(fields).filter(([, { columns }]) => columns !== undefined)
  const named = [
    ...Object.entries(fields).map(([key, field]) => ({ field, place: { key } })),
    ...tables.flatMap(([key, { columns = {} }]) =>
      Object.entries(columns).map(([column, field]) => ({ field, place: { key, column, ...(row && { row }) } }))
    ),
  ].flatMap(({ field, place }) => labelsOf(field).filter((label) => names(text, label)).map((label) => ({ label, place })))
  const longest = named.filter(({ label }) => !named.some((other) => other.label.length > label.length && other.label.includes(label)))
  // with a row number, a label means the column and not a header field of the same name
  const places = longest.map(({ place }) => place as NamedPlace)
  const inRow = places.filter((place) => place.row !== undefined)
  if (inRow.length > 0) return inRow
  const [table] = tables
  return row !== undefined && table ? [{ key: table[0], row }, ...places] : places
}

/** Labels in lower case; labels of one Chinese character or two letters are ignored, because they occur in any text. */
const labelsOf = ({ cn, en }: FieldDefinition): readonly string[] =>
  [cn, en].map((label) => label.trim().toLowerCase()).filter((label) => label.length >= (/^[\p{ASCII}]+$/u.test(label) ? 3 : 2))

/** Returns whether a text contains a label as a whole word; Chinese has no word boundaries. */
function names(text: string, label: string): boolean {
  const at = text.toLowerCase().indexOf(label)
  if (at < 0) return false
  const isLetter = (character: string | undefined) => character !== undefined && /[a-z]/i.test(character)
  return !(isLetter(label[0]) && isLetter(text[at - 1])) && !(isLetter(label.at(-1)) && /^[a-z]{2}/i.test(text.slice(at + label.length)))
}

/** Returns whether the value at one of the places differs from the filed one. */
const isChanged = (places: readonly NamedPlace[], filed: FormValue, value: FormValue): boolean =>
  places.some((place) => !isSameText(heldAt(filed, place), heldAt(value, place)))

function heldAt(value: FormValue, { key, row, column }: NamedPlace): unknown {
  if (row === undefined && column === undefined) return value[key]
  const rows = rowsAt(value, key).filter((_, index) => row === undefined || index === row - 1)
  return rows.map((each) => (column === undefined ? each : (each[column] ?? null)))
}

/** Scrolls to a place and focuses it; for a column, its first cell. */
function showPlace(root: ParentNode, place: NamedPlace, value: FormValue): void {
  const found = elementAt(root, place, value)
  found?.scrollIntoView({ block: 'center' })
  found?.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]')?.focus({ preventScroll: true })
}

/** The element of a cell, else of its row, else of its field. */
function elementAt(root: ParentNode, { key, row = 1, column }: NamedPlace, value: FormValue): HTMLElement | null {
  const line = rowsAt(value, key)[row - 1]
  const rowId = line && rowIdOf(line)
  const cell: CellName = rowId !== undefined && column !== undefined ? { key, rowId, column } : { key }
  return root.querySelector<HTMLElement>(`[data-cell="${CSS.escape(nameOfCell(cell))}"]`) ??
    (rowId === undefined ? null : root.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowId)}"]`)) ??
    root.querySelector<HTMLElement>(`[data-cell="${CSS.escape(key)}"]`)
}
