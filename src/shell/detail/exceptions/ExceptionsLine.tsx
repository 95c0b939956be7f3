import { WarningFilled } from '@ant-design/icons'
import { Fragment, Suspense, useId, useRef, useState } from 'react'
import type { ExceptionOnPage } from '#approval/wire/filed-document.ts'
import { LaterModal, useModalPrefetch } from '#shell/dialogs/later-modal.ts'
import { usePageLeft } from '#shell/key-hold.ts'
import { useKeys } from '#shell/keys.ts'
import { Quoted } from '#shell/parts/document/exceptions/RowExceptions.tsx'
import { useDetailText } from '../texts.ts'
import './exceptions.css'

interface ExceptionsProps {
  readonly exceptions: readonly ExceptionOnPage[]
  /** Scrolls to an exception in the document. */
  onGo(exception: ExceptionOnPage): void
}

/** Maximum number of exceptions named in the line; more are counted. */
const mostInLine = 3

/** The document's exceptions in a line below its header; N goes to the next one, E expands all. Hidden if there are none. */
export function ExceptionsLine({ exceptions, onGo }: ExceptionsProps) {
  return exceptions.length === 0 ? null : <Line exceptions={exceptions} onGo={onGo} />
}

function Line({ exceptions, onGo }: ExceptionsProps) {
  const { t, label } = useDetailText()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const at = useRef(-1)
  const toggle = () => setIsOpen((before) => !before)
  const next = () => {
    at.current = (at.current + 1) % exceptions.length
    const exception = exceptions[at.current]
    if (exception) onGo(exception)
  }
  useKeys({ n: next, e: toggle }, usePageLeft('procInstId'))
  const rest = exceptions.length - mostInLine
  return (
    <section className="oa-exceptions on-orange" aria-label={t('exceptions', { count: exceptions.length })}>
      <div className="oa-exceptions-line row gap-8">
        <WarningFilled className="oa-exception-sign" aria-hidden />
        <strong>{t('exceptions', { count: exceptions.length })}</strong>
        {exceptions.slice(0, mostInLine).map((each) => (
          <Fragment key={each.key}>
            <span aria-hidden>·</span>
            <button type="button" className="plain oa-exceptions-one orange" onClick={() => onGo(each)}>{label(each.text)}</button>
          </Fragment>
        ))}
        {rest > 0 && <span>{t('exceptionsRest', { count: rest })}</span>}
        <span className="oa-exceptions-said second small aside">{explainedIn(exceptions, t)}</span>
        <button type="button" className="plain oa-exceptions-more accent" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined}
          aria-keyshortcuts="E" onClick={toggle}
        >
          {t(isOpen ? 'exceptionsFold' : 'exceptionsUnfold')}
          <span className="oa-key regular" aria-hidden>E</span>
        </button>
      </div>
      {isOpen && (
        <div id={id}>
          <ExceptionList exceptions={exceptions} onGo={onGo} />
        </div>
      )}
    </section>
  )
}

/** Text of the explanation status: all, some or none of the exceptions are explained. */
function explainedIn(exceptions: readonly ExceptionOnPage[], t: ReturnType<typeof useDetailText>['t']): string {
  const count = exceptions.filter(({ explanation }) => explanation === null).length
  if (count === 0) return t('exceptionsExplained', { count: exceptions.length })
  return count === exceptions.length ? t('exceptionsUnexplained') : t('exceptionsPartly', { count })
}

function ExceptionList({ exceptions, onGo }: ExceptionsProps) {
  const { label } = useDetailText()
  return (
    <ul className="oa-exceptions-list grid gap-6 unlisted flat">
      {exceptions.map((each) => (
        <li className="baseline flex wrap anywhere" key={each.key}>
          <button type="button" className="plain oa-exceptions-one orange" onClick={() => onGo(each)}>{label(each.text)}</button>
          {each.detail && <span>{label(each.detail)}</span>}
          {each.explanation !== null && <Quoted words={each.explanation} />}
        </li>
      ))}
    </ul>
  )
}

/** The exceptions on a phone: two lines below the amount; a tap expands all. */
export function PhoneExceptions({ exceptions, onGo }: ExceptionsProps) {
  const { t, label } = useDetailText()
  const [isOpen, setIsOpen] = useState(false)
  useModalPrefetch()
  if (exceptions.length === 0) return null
  const go = (exception: ExceptionOnPage) => {
    setIsOpen(false)
    onGo(exception)
  }
  const title = t('exceptions', { count: exceptions.length })
  return (
    <>
      <button type="button" className="plain oa-exceptions oa-exceptions-phone on-orange round-8 grid gap-2 wide normal"
        aria-haspopup="dialog" onClick={() => setIsOpen(true)}
      >
        <span>
          <WarningFilled className="oa-exception-sign" aria-hidden /> <strong>{title}</strong> {explainedIn(exceptions, t)}
        </span>
        <span className="cut">{exceptions.map(({ text }) => label(text)).join(' · ')}</span>
      </button>
      <Suspense>
        {isOpen && (
          <LaterModal open title={title} footer={null} rootClassName="oa-exceptions-sheet" onCancel={() => setIsOpen(false)}>
            <ExceptionList exceptions={exceptions} onGo={go} />
          </LaterModal>
        )}
      </Suspense>
    </>
  )
}

/** Scrolls to an exception's row, else to its field, and highlights it for a second. */
export function goToException(page: HTMLElement | null, { field, row }: ExceptionOnPage): void {
  const [table = ''] = field.split('.')
  const found = (row && page?.querySelector<HTMLElement>(`[data-place="${table} ${row.place}"]`)) ??
    page?.querySelector<HTMLElement>(`[data-field~="${table}"], [data-cell="${table}"]`)
  if (!found) return
  found.scrollIntoView({ block: 'center' })
  found.animate([{ background: 'var(--accent-soft)' }, { background: 'var(--accent-soft)', offset: 0.6 }, {}], { duration: 1000 })
}
