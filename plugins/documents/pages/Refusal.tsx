import { BulbOutlined, CheckOutlined, ClockCircleOutlined, CloseCircleFilled, CopyOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { sentenceOf } from '#kernel/wording/names.ts'
import type { PostingDetail } from '../wire.ts'
import { usePostingText } from './text.ts'

/** The reason for which a line was refused or waits, or the remark with which it was marked as handled. */
export function Refusal({ line }: { readonly line: PostingDetail }) {
  const { t } = usePostingText()
  const { state, message } = line
  if (state === 'refused' || (state === 'waiting' && message !== null)) return <RefusalText line={line} />
  return state === 'handled' && message ? <p className="oa-posting-note">{t('handledBecause')}: {message}</p> : null
}

/** The refusal of the other system: in our words first, then in its own, then what has helped before. */
function RefusalText({ line }: { readonly line: PostingDetail }) {
  const isRefused = line.state === 'refused'
  return (
    <section className="oa-posting-refusal" data-tone={isRefused ? 'red' : 'orange'}>
      <div className="oa-posting-means">
        {isRefused ? <CloseCircleFilled aria-hidden /> : <ClockCircleOutlined aria-hidden />}
        <strong>
          <Meaning line={line} />
        </strong>
        {line.code !== null && <span className="num">{line.code}</span>}
      </div>
      {line.message !== null && <Original line={line} message={line.message} />}
      <Helped line={line} />
    </section>
  )
}

function Meaning({ line: { state, means, message, system } }: { readonly line: PostingDetail }) {
  const { t, name, locale } = usePostingText()
  if (state === 'waiting') return <>{t('busy', { system: name(system) })}</>
  if (means !== null) return <>{name(means)}</>
  if (message === null) return <>{t('noAnswer', { system: name(system) })}</>
  // a sentence in both languages explains itself
  const sentence = sentenceOf(message, locale)
  return <>{sentence === message ? t('unexplained', { system: name(system) }) : sentence}</>
}

function Original({ line: { system }, message }: { readonly line: PostingDetail; readonly message: string }) {
  const { t, name } = usePostingText()
  const [isCopied, setIsCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(message).then(() => setIsCopied(true))
  return (
    <div className="oa-posting-original">
      <span className="oa-posting-caption">{t('original', { system: name(system) })}</span>
      <p lang={/\p{Script=Han}/u.test(message) ? undefined : 'en'}>{message}</p>
      <button type="button" className="plain" aria-label={t(isCopied ? 'copied' : 'copy')} data-tip={t(isCopied ? 'copied' : 'copy')}
        onClick={copy}
      >
        {isCopied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      </button>
    </div>
  )
}

function Helped({ line: { helped } }: { readonly line: PostingDetail }) {
  const { t } = usePostingText()
  if (helped === null) return null
  const sentences = [
    ...(helped.posted > 0 ? [t('helpedPosted', { count: helped.posted })] : []),
    ...(helped.handled > 0 ? [t('helpedHandled', { count: helped.handled })] : []),
    ...(helped.reason === null ? [] : [t('helpedReason', { reason: helped.reason })]),
  ]
  return (
    <p className="oa-posting-helped">
      <BulbOutlined aria-hidden />
      <span>{sentences.map((sentence) => <span key={sentence}>{sentence}</span>)}</span>
    </p>
  )
}
