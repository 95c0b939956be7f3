import { SendOutlined } from '@ant-design/icons'
import { Button, Mentions } from 'antd'
import type { MentionsRef } from 'antd/es/mentions'
import { useMemo, useState, type RefObject } from 'react'
import { isFailure } from '../../../../providers/failure.ts'
import { reads, useRead } from '../../start/reads.ts'
import { useDetailText } from '../text.ts'

interface CommentBoxProps {
  /** Says it; whom it mentions are told. @throws HttpFailure */
  onSend(comment: string, mentioned: readonly string[]): Promise<void>
  readonly box: RefObject<MentionsRef | null>
}

/** A line to say something at the foot of the rail; @ names a colleague. */
export function CommentBox({ onSend, box }: CommentBoxProps) {
  const { t, name, any } = useDetailText()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const [mentioned, setMentioned] = useState<ReadonlyMap<string, string>>(new Map())
  const people = useRead(reads.people)
  const [search, setSearch] = useState('')
  const options = useMemo(() => {
    const words = search.toLowerCase()
    return (people ?? []).filter((person) => person.name.toLowerCase().includes(words)).slice(0, 20).map((person) => ({ key: person.id, value: name(person.name), label: name(person.name) }))
  }, [people, name, search])

  const send = async () => {
    if (text.trim() === '') return setProblem(any('approval.commentEmpty'))
    setIsSending(true)
    setProblem(undefined)
    try {
      await onSend(text.trim(), [...mentioned].filter(([, shown]) => text.includes(`@${shown}`)).map(([id]) => id))
      setText('')
      setMentioned(new Map())
    } catch (error) {
      setProblem(isFailure(error) ? error.message : t('notDone'))
    } finally {
      setIsSending(false)
    }
  }
  return (
    <div className="oa-comment">
      <Mentions
        ref={box} value={text} autoSize={{ minRows: 1, maxRows: 6 }} placeholder={t('writeComment')} aria-label={t('writeComment')} placement="top" maxLength={8000}
        options={options} onSearch={setSearch} onChange={setText} onSelect={({ key, value }) => setMentioned((before) => new Map(before).set(String(key), String(value)))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send()
        }}
        aria-invalid={problem !== undefined} aria-describedby={problem ? 'oa-comment-problem' : undefined}
      />
      <Button type="text" icon={<SendOutlined />} loading={isSending} aria-label={t('send')} onClick={() => void send()} />
      {problem && <p id="oa-comment-problem" className="oa-field-problem" role="alert">{problem}</p>}
    </div>
  )
}
