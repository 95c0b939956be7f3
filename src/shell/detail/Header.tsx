import { CopyOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { amountFormat } from '#kernel/values/money.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { marksOf, pathsAs } from '#kernel/fields/roles.ts'
import type { Form } from '#kernel/form.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { stateOf } from '#approval/state-codes.ts'
import type { DocumentStatus } from '#approval/types.ts'
import { isIn } from '#shell/documents/states.ts'
import { useKeys } from '#shell/keys.ts'
import { useTab } from '#shell/tabs/tabs-context.ts'
import { titleLinesOf } from '../documents/title.ts'
import { useCurrency } from '../form/sections/Field.tsx'
import { usePart, useStore } from '../form/store/use-store.ts'
import { DocumentBlock } from '../parts/document/slots.tsx'
import { MarkPill, useDocumentMarks } from '../parts/document/DocumentMarks.tsx'
import { Money } from '../parts/Figures.tsx'
import { Person } from '../parts/Person.tsx'
import { Pill, StatePill } from '../parts/StatePill.tsx'
import { FieldCell } from '../resource/renderers.tsx'
import { usePeople } from '../start/directory.ts'
import { isReturned } from './document.ts'
import { type DetailTextKey, useDetailText } from './texts.ts'
import { useSequenceText } from './sequence/texts.ts'
import { usePosition, useVisit } from './sequence/sequence-context.tsx'
import './sequence/sequence.css'
import { useRoutes } from '../routing/routes-context.ts'
import './stamp.css'

interface StampProps {
  /** State, as its code on the wire. */
  readonly state: number
  /** End date, yyyy-MM-dd. */
  readonly date: string
  /** Whether the state has just changed, for the animation. */
  readonly isNew: boolean
}

const tones: Readonly<Partial<Record<DocumentStatus, { readonly tone: string; readonly key: DetailTextKey }>>> = {
  completed: { tone: 'teal', key: 'stamp.completed' },
  refused: { tone: 'red', key: 'stamp.refused' },
  voided: { tone: 'grey', key: 'stamp.voided' },
  revoked: { tone: 'grey', key: 'stamp.revoked' },
}

/** Returns whether documents in this state have a stamp. */
export const hasStamp = (state: number): boolean => sealOf(state) !== undefined

function sealOf(state: number) {
  const word = stateOf(state)
  return word && tones[word]
}

/** The decorative stamp of an ended document; the state is also shown as text next to the title. */
export function Stamp({ state, date, isNew }: StampProps) {
  const { t, locale, label } = useDetailText()
  const { config } = useRoutes()
  const seal = sealOf(state)
  if (!seal) return null
  const isLatin = locale === 'en'
  return (
    <svg className={isNew ? 'oa-stamp is-new absolute' : 'oa-stamp absolute'} data-tone={seal.tone} viewBox="0 0 104 104" aria-hidden>
      <defs>
        <filter id="oa-worn" x="0" y="0" width="100%" height="100%">
          <feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="2" seed="7" />
          <feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 -1.6 1.55" />
          <feComposite in="SourceGraphic" operator="in" />
        </filter>
      </defs>
      <g filter="url(#oa-worn)" transform="rotate(-14 52 52)" fill="none" stroke="currentColor">
        <circle cx="52" cy="52" r="49" strokeWidth="3" />
        <circle cx="52" cy="52" r="44" strokeWidth="1" />
        <path d="M11 38h82M11 66h82" strokeWidth="1.2" />
        <g fill="currentColor" stroke="none" textAnchor="middle">
          <text x="52" y="27" fontSize="9.5" fontWeight="500">{label(config.brand).slice(0, 10)}</text>
          <text x="52" y={isLatin ? 57 : 60} fontSize={isLatin ? 13.5 : 23} fontWeight="700" letterSpacing={isLatin ? 0.2 : 0}>
            {t(seal.key)}
          </text>
          <text x="52" y="80" fontSize="9.5" className="num">{date}</text>
        </g>
      </g>
    </svg>
  )
}

/** The header of a document's page: title, number, initiator, time, state, and key facts. */
export function Header({ document, isNewState }: { document: FiledDocument; isNewState: boolean }) {
  const { form } = useStore()
  const { locale } = useDetailText()
  const { state } = document
  const called = calledIn(document, form, locale)
  return (
    <header className="oa-detail-head middle wrap">
      <SequenceButtons procInstId={document.procInstId} />
      <h1>{called.first}</h1>
      <span className={hasStamp(state) ? 'unseen' : undefined}>
        <StatePill state={state} isReturned={isReturned(document)} />
      </span>
      <Remarks document={document} />
      <Line document={document} about={called.isGiven ? undefined : called.second} />
      <Facts document={document} />
      <Stamp state={state} date={(document.endTime ?? document.createTime).slice(0, 10)} isNew={isNewState} />
    </header>
  )
}

/** The document's marks, and its round. */
export function Remarks({ document: { business, round } }: { document: FiledDocument }) {
  const { form } = useStore()
  const { t } = useDetailText()
  const marks = useDocumentMarks(marksOf(form.fields, business))
  return (
    <>
      {marks.map((mark) => <MarkPill key={mark.role} mark={mark} />)}
      {round > 1 && <Pill tone="grey">{t('round', { n: round })}</Pill>}
    </>
  )
}

/** The line below the title: subject (if the title differs), form, number, initiator and time. */
function Line({ document, about }: { document: FiledDocument; about: string | undefined }) {
  const { form } = useStore()
  const { t, label, name } = useDetailText()
  const starter = usePeople([document.startUserId]).get(document.startUserId)
  return (
    <p className="oa-detail-line row second wrap">
      {about !== undefined && <span className="oa-detail-about ink">{about}</span>}
      <span>
        {label(form)}
        <span className="num">{t('numberIn', { number: document.businessNo })}</span>
      </span>
      <CopyNumber number={document.businessNo} />
      <span className="num">
        {t('startedBy', { name: name(starter?.name ?? document.startUserId), time: document.createTime.slice(0, 16) })}
      </span>
    </p>
  )
}

/** The display name of a document, as in lists: title and subject; the number if it has no title. */
export const calledIn = ({ title, titleEn, businessNo, subject, subjectEn }: FiledDocument, form: Label, locale: Locale) =>
  titleLinesOf({ title: title ?? businessNo, titleEn, subject, subjectEn, processName: form.cn }, { locale })

function CopyNumber({ number }: { number: string }) {
  const { t } = useDetailText()
  const [isCopied, setIsCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(number).then(() => setIsCopied(true))
  return (
    <Tooltip title={t(isCopied ? 'copied' : 'copyNumber')}>
      <Button type="text" size="small" icon={<CopyOutlined />} aria-label={t('copyNumber')} onClick={copy}
        onMouseLeave={() => setIsCopied(false)} />
    </Tooltip>
  )
}

/** The key facts: amount, applicant, bearing departments, and those of modules. */
export function Facts({ document }: { document: FiledDocument }) {
  const { t } = useDetailText()
  const applicant = String(document.business['applicant'] ?? document.startUserId)
  const people = usePeople([applicant])
  return (
    <dl className="oa-detail-facts flex wrap">
      <Amount isCompleted={isIn(document, 'completed')} />
      <div>
        <dt>{t('applicant')}</dt>
        <dd>
          <Person id={applicant} name={people.get(applicant)?.name ?? applicant} />
        </dd>
      </div>
      <Bearing />
      <DocumentBlock part="fact" />
    </dl>
  )
}

/** The document's amount: the approved one if completed, else the requested one; hidden if 0. */
export function Amount({ isCompleted }: { isCompleted: boolean }) {
  const { form } = useStore()
  const { label } = useDetailText()
  const name = (isCompleted ? form.approved : undefined) ?? form.amount ?? ''
  const field = form.fields[name]
  const value = usePart((store) => store.value[name])
  const own = useCurrency()
  if (!field || Number(value ?? 0) === 0) return null
  return (
    <div className="is-amount">
      <dt>{label(field)}</dt>
      <dd>
        <Money value={value as string | null} currency={amountFormat(field, own)} />
      </dd>
    </div>
  )
}

/** The departments that bear the cost, without duplicates; hidden if the form has no such field. */
export function Bearing() {
  const { form } = useStore()
  const { t } = useDetailText()
  const ids = usePart((store) => departmentsOf(store.form, store.value), (one, other) => one.join() === other.join())
  const field = fieldAt(form.fields, pathsAs(form.fields, 'bearingDepartment')[0] ?? '')
  if (!field || ids.length === 0) return null
  return (
    <div>
      <dt>{t('bearing')}</dt>
      <dd>
        <Suspense>
          <FieldCell field={{ ...field, kind: 'department' }} value={ids} />
        </Suspense>
      </dd>
    </div>
  )
}

/** Ids of the departments that bear a part, in header and rows. */
function departmentsOf({ fields }: Form, value: FormValue): readonly string[] {
  const places = pathsAs(fields, 'bearingDepartment').map((path) => path.split('.'))
  const rows = places.flatMap(([table = '', column]) => (column === undefined ? [] : rowsAt(value, table).map((row) => row[column])))
  const ids = rows.some((id) => typeof id === 'string')
    ? rows
    : places.flatMap(([key = '', column]) => (column === undefined ? [value[key]] : []))
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && id !== ''))]
}

/**
 * The document's position in its list, with buttons for its neighbours, which open in the same tab. `otherwise` is shown for a document
 * that was not opened from a list.
 */
export function SequenceButtons({ procInstId, otherwise = null }: { procInstId: string; otherwise?: ReactNode }) {
  const { t } = useSequenceText()
  const { replace } = useTab()
  const position = usePosition(procInstId)
  useVisit(procInstId)
  const go = (address: string | undefined) => address !== undefined && replace(address)
  useKeys({ j: () => go(position?.next), k: () => go(position?.previous) })
  if (!position) return otherwise
  const { number, total, previous, next } = position
  return (
    <nav className="oa-sequence row muted gap-2 absolute" aria-label={t('name')}>
      <span className="num">{t('position', { number, total })}</span>
      <Button type="text" size="small" icon={<UpOutlined />} disabled={!previous} aria-label={t('previous')} aria-keyshortcuts="K"
        data-tip={`${t('previous')} K`} onClick={() => go(previous)} />
      <Button type="text" size="small" icon={<DownOutlined />} disabled={!next} aria-label={t('next')} aria-keyshortcuts="J"
        data-tip={`${t('next')} J`} onClick={() => go(next)} />
    </nav>
  )
}
