import { InfoCircleFilled, QuestionCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldRole } from '#kernel/fields.ts'
import { rowIdOf } from '#kernel/evaluate/rows.ts'
import { splitName } from '#kernel/wording/names.ts'
import { storedName, useReferences } from '#fields/references/reference-book.ts'
import { definePartText } from '#fields/text.ts'
import { FieldInput } from '#shell/resource/renderers.tsx'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { sameList, usePart, useStore } from '#shell/form/store/use-store.ts'
import { columnsOf } from '../drop/placing.ts'
import { dayAfter, dayOf, type JourneyQuestion, type Place } from './journey.ts'
import { type JourneyOfForm, journeyOfForm, keyOf, type LeftOutFile } from './journey-of-form.ts'
import './journey.css'
import { cn, en } from './texts.ts'

const useJourneyText = definePartText<keyof typeof cn>({ cn, en })

/** Number of questions shown before “show all”. */
const shownFirst = 5

/** List of open questions about a journey and of left-out vouchers; each can be answered or dismissed. */
export function JourneyQuestions({ leftOut, onForget }: { leftOut: readonly LeftOutFile[]; onForget(): void }) {
  const store = useStore()
  const { t } = useJourneyText()
  const journey = journeyOfForm(store)
  const [, redraw] = useState(0)
  const keys = usePart(() => journey?.questions().map(keyOf) ?? [], sameList)
  const [isWhole, setIsWhole] = useState(false)
  const questions = keys.slice(0, isWhole ? undefined : shownFirst).map((key) => JSON.parse(key) as JourneyQuestion)
  const more = keys.length - questions.length
  if (!journey || (questions.length === 0 && leftOut.length === 0)) return null
  const dismiss = (question: JourneyQuestion) => {
    journey.dismiss(question)
    redraw((before) => before + 1)
  }
  return (
    <section className="oa-voucher-journey" aria-label={t('open')}>
      <ul className="unlisted flat bare">
        {questions.map((question) => (
          <QuestionLine key={keyOf(question)} journey={journey} question={question} onDone={() => dismiss(question)} />
        ))}
        {leftOut.map(({ voucher, reason, file, number }) => (
          <li key={voucher}>
            <InfoCircleFilled aria-hidden />
            <span className="oa-voucher-journey-words grow">{t(reason, { name: number ?? file })}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <Button type="link" size="small" onClick={() => setIsWhole(true)}>{t('more', { count: more })}</Button>}
      {leftOut.length > 0 && <Button type="link" size="small" onClick={onForget}>{t('understood')}</Button>}
    </section>
  )
}

interface LineProps {
  readonly journey: JourneyOfForm
  readonly question: JourneyQuestion
  onDone(): void
}

function QuestionLine({ journey, question, onDone }: LineProps) {
  const store = useStore()
  const { t } = useJourneyText()
  const traveller = useTravellerName(question.traveller)
  return (
    <li>
      <QuestionCircleFilled aria-hidden />
      <span className="oa-voucher-journey-words grow">
        {traveller}
        <Words question={question} />
      </span>
      {question.kind === 'arrival' ?
        <Arrival journey={journey} question={question} /> :
        (
          <Answer label={t(question.kind === 'plannedFare' ? 'removeRow' : 'addRow')} onAnswer={() => {
            answer(store, journey, question)
            onDone()
          }} />
        )}
      <Button type="text" size="small" onClick={onDone}>{t(question.kind === 'plannedFare' ? 'keep' : 'notNeeded')}</Button>
    </li>
  )
}

const Answer = ({ label, onAnswer }: { label: string; onAnswer(): void }) =>
  <Button type="link" size="small" onClick={onAnswer}>{label}</Button>

/** Name of the traveller of a question; '' for the applicant. */
function useTravellerName(traveller: string): string {
  const { t, locale } = useJourneyText()
  const applicant = usePart(({ value }) => value['applicant'])
  const [person] = useReferences('person', [traveller])
  return traveller === applicant ? '' : t('ofTraveller', { name: splitName(storedName(person, traveller))[locale] })
}

function Words({ question }: { question: JourneyQuestion }): ReactNode {
  const { t } = useJourneyText()
  const [from, to] = usePlaceNames(placesOf(question))
  if (question.kind === 'arrival') return t('arrival', { start: question.start.slice(5, 16), place: from ?? '' })
  if (question.kind !== 'noHotel') return t(question.kind, { from: from ?? '', to: to ?? '' })
  const last = dayAfter(question.to, -1)
  const nights = question.from === last ? t('night', { from: question.from }) : t('nightsUntil', { from: question.from, to: last })
  return t('noHotel', { place: from ?? '', nights })
}

function placesOf(question: JourneyQuestion): readonly Place[] {
  if (question.kind === 'noHotel') return [question.place]
  return question.kind === 'arrival' ? [question.to] : [question.from, question.to]
}

function usePlaceNames(places: readonly Place[]): readonly string[] {
  const { locale } = useJourneyText()
  const codes = places.map((place) => place[1] ?? place[0] ?? '')
  const records = useReferences('cascader', codes)
  return codes.map((code, index) => splitName(storedName(records[index], code))[locale])
}

/** Time picker for the arrival; a time before the departure means the next day. */
function Arrival({ journey, question }: { journey: JourneyOfForm; question: Extract<JourneyQuestion, { kind: 'arrival' }> }) {
  const store = useStore()
  const { t } = useJourneyText()
  const id = useId()
  const [place] = usePlaceNames([question.to])
  const { rowId, start } = question
  const column = keyAs(columnsOf(store, journey.tables.legs), 'timeTo')
  if (rowId === undefined || column === undefined) return null
  const name = t('arrivalTime', { place: place ?? '' })
  const enter = (value: unknown) => {
    if (typeof value !== 'string' || value === '') return
    const time = value.slice(0, 5)
    const day = time > start.slice(11, 16) ? dayOf(start) : dayAfter(dayOf(start), 1)
    store.set({ key: journey.tables.legs, rowId, column }, `${day} ${time}:00`)
  }
  return (
    <span className="oa-voucher-journey-time">
      <label className="unseen" htmlFor={id}>{name}</label>
      <Suspense>
        <FieldInput id={id} field={{ kind: 'time', cn: name, en: name }} value={null} context={{}} onChange={enter} />
      </Suspense>
    </span>
  )
}

/** Adds the missing row with the known values, or removes the planned row. */
function answer(store: FormStore, { tables }: JourneyOfForm, question: JourneyQuestion): void {
  if (question.kind === 'plannedFare') return store.setRows(tables.fares, (rows) => rows.filter((row) => rowIdOf(row) !== question.rowId))
  if (question.kind === 'arrival') return
  const isStay = question.kind === 'noHotel'
  const table = isStay ? tables.stays : tables.fares
  const answers: readonly (readonly [FieldRole, unknown])[] = isStay
    ? [['place', question.place], ['dayFrom', question.from], ['dayTo', question.to], ['traveller', [question.traveller]]]
    : [['placeFrom', question.from], ['placeTo', question.to], ['traveller', question.traveller]]
  const columns = columnsOf(store, table)
  store.addRow(table, Object.fromEntries(answers.flatMap(([role, value]) => {
    const column = keyAs(columns, role)
    return column === undefined ? [] : [[column, value]]
  })))
}
