import type { ReactNode } from 'react'
import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { isFailure } from '#providers/failure.ts'
import './states.css'
import { useText } from '../text.tsx'

interface StateViewProps {
  readonly illustration: IllustrationName
  readonly title: string
  readonly text?: ReactNode
  readonly note?: ReactNode
  /** A picture below the text. */
  readonly picture?: ReactNode
  readonly role?: 'alert' | 'status'
  /** The title is the h1 of the page, if the page has no other content. */
  readonly isPage?: boolean
  /** At most two buttons. */
  readonly children?: ReactNode
}

/** A state of a page or section (empty, error, no permission, not found): illustration, text, at most two buttons. */
export function StateView({ illustration, title, text, note, picture, role, isPage, children }: StateViewProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={isPage ? 'oa-state is-page text-centre row column' : 'oa-state text-centre row column'} role={role}>
      <svg width="112" height="84" viewBox="0 0 112 84" fill="none" stroke="var(--line2)" strokeWidth="1.6" strokeLinecap="round"
        strokeLinejoin="round" aria-hidden
      >
        {illustrations[illustration]}
      </svg>
      <Title className="oa-state-title bold">{title}</Title>
      {text && <p className="oa-state-text second">{text}</p>}
      {picture}
      {children && <div className="oa-state-actions wrap gap-8 flex centred">{children}</div>}
      {note && <p className="oa-state-note num third tiny">{note}</p>}
    </div>
  )
}

/** Line drawings of the states, 112 × 84, one coloured sign each. */
const illustrations = {
  done: (
    <>
      <path d="M34 12h44a4 4 0 0 1 4 4v52a4 4 0 0 1-4 4H34a4 4 0 0 1-4-4V16a4 4 0 0 1 4-4ZM40 28h30M40 38h30M40 48h18" />
      <circle cx="80" cy="62" r="12" fill="var(--surface)" stroke="var(--teal)" />
      <path d="m75 62 4 4 7-8" stroke="var(--teal)" />
    </>
  ),
  empty: (
    <>
      <path d="M26 46 38 18h36l12 28v20a4 4 0 0 1-4 4H30a4 4 0 0 1-4-4V46Z" />
      <path d="M26 46h18a4 4 0 0 1 4 4 4 4 0 0 0 4 4h8a4 4 0 0 0 4-4 4 4 0 0 1 4-4h18" />
    </>
  ),
  search: (
    <>
      <path d="M30 16h40a4 4 0 0 1 4 4v44a4 4 0 0 1-4 4H30a4 4 0 0 1-4-4V20a4 4 0 0 1 4-4ZM36 30h28M36 40h16" />
      <circle cx="74" cy="54" r="11" fill="var(--surface)" stroke="var(--accent)" />
      <path d="m82 62 8 8" stroke="var(--accent)" />
    </>
  ),
  error: (
    <>
      <path d="M12 46h24l6-26 10 44 8-36 5 10h5" />
      <circle cx="74" cy="38" r="4" stroke="var(--red)" />
      <path d="M80 38h4m6 0h4m6 0h2" stroke="var(--red)" />
    </>
  ),
  lock: (
    <>
      <path d="M38 36h36a5 5 0 0 1 5 5v26a5 5 0 0 1-5 5H38a5 5 0 0 1-5-5V41a5 5 0 0 1 5-5ZM42 36v-8a14 14 0 0 1 28 0v8" />
      <circle cx="56" cy="51" r="4" stroke="var(--orange)" />
      <path d="M56 55v6" stroke="var(--orange)" />
    </>
  ),
  peaks: (
    <>
      <path d="M12 70 40 26l10 18 18-28 32 54H12Z" />
      <path d="M62 70c6-8 12-6 14-16" strokeDasharray="4 5" />
      <path d="M40 26V12h10l-3 4 3 4H40" stroke="var(--accent)" />
    </>
  ),
  phone: (
    <>
      <path d="M44 10h24a5 5 0 0 1 5 5v54a5 5 0 0 1-5 5H44a5 5 0 0 1-5-5V15a5 5 0 0 1 5-5ZM52 16h8" />
      <path d="M48 50V34h16v16M48 42h16" stroke="var(--accent)" />
    </>
  ),
} as const

type IllustrationName = keyof typeof illustrations

interface ErrorStateProps {
  readonly error: unknown
  /** It is the only content of the page. */
  readonly isPage?: boolean
  onRetry(): void
}

/** A failed load: message, retry button, and a trace id for administrators. */
export function ErrorState({ error, isPage = false, onRetry }: ErrorStateProps) {
  const { t } = useText()
  const traceId = isFailure(error) ? error.traceId : undefined
  const message = messageOf(error) ?? t(isFailure(error) ? 'state.errorText' : 'state.brokenText')
  return (
    <StateView isPage={isPage} illustration="error" title={t('state.error')} text={message} role="alert"
      note={traceId && t('state.trace', { trace: traceId })}
    >
      <Button type={isPage ? 'primary' : 'default'} icon={<ReloadOutlined aria-hidden />} onClick={onRetry}>{t('state.retry')}</Button>
      {traceId && <Button onClick={() => void navigator.clipboard.writeText(traceId)}>{t('state.copyTrace')}</Button>}
    </StateView>
  )
}

const messageOf = (error: unknown) => (isFailure(error) && error.kind !== 'network' ? error.message : undefined)
