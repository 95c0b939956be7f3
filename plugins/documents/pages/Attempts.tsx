import { sentenceOf } from '#kernel/wording/names.ts'
import type { PostingAttempt, PostingDetail } from '../wire.ts'
import { usePostingText } from './text.ts'

/** The outcome of every attempt, the newest first. */
export function Attempts({ line: { tries, attempts } }: { readonly line: PostingDetail }) {
  const { t } = usePostingText()
  return (
    <section className="oa-posting-tries">
      <h2>
        {t('tries')} <span className="num">{Math.max(attempts, tries.length)}</span>
      </h2>
      {tries.length === 0
        ? <p className="oa-quiet">{t('noTries')}</p>
        : <ul>{tries.map((attempt) => <Attempt key={attempt.id} attempt={attempt} />)}</ul>}
    </section>
  )
}

const tones = { posted: 'teal', refused: 'red', busy: 'orange', unknown: 'orange', handled: 'hollow' } as const

function Attempt({ attempt: { at, outcome, code, message, number, person } }: { readonly attempt: PostingAttempt }) {
  const { t, name, locale } = usePostingText()
  const text = number ?? code ?? t(`tried_${outcome}`)
  return (
    <li>
      <span className="oa-state-dot num" data-tone={tones[outcome]}>{at.slice(5, 16)}</span>
      <span className="num cut" data-tone={tones[outcome]} title={message === null ? undefined : sentenceOf(message, locale)}>{text}</span>
      <span className="oa-quiet">{person === null ? t('automatic') : name(person)}</span>
    </li>
  )
}
