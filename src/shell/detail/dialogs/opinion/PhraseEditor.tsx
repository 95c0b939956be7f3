import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { WritingHttp } from '#providers/http.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDetailText } from '#shell/detail/texts.ts'
import { longestPhrase, mostPhrases } from './phrases.ts'

interface PhraseDraft {
  readonly key: number
  readonly text: string
}

interface PhraseEditorProps {
  readonly phrases: readonly string[]
  /** The opinion being written, offered as a new phrase. */
  readonly current: string
  /** Creates the call that saves the phrases. */
  onSave(phrases: readonly string[]): (http: WritingHttp) => Promise<void>
  onClose(): void
}

/** An editor for the user's own phrases: add, edit, reorder, remove; saved as a whole. */
export function PhraseEditor({ phrases, current, onSave, onClose }: PhraseEditorProps) {
  const { t } = useDetailText()
  const lines = useLines(phrases)
  const { run, isPending, problems: { '': problem } } = useCommand({ unexplained: t('notDone') })
  const save = () => run(onSave([...new Set(lines.all.map(({ text }) => text.trim()).filter((text) => text !== ''))]), onClose)
  const mayKeep = current !== '' && current.length <= longestPhrase && !lines.all.some(({ text }) => text === current)
  const isFull = lines.all.length >= mostPhrases
  return (
    <div className="oa-phrase-editor framed round-8 pad-8-12" role="group" aria-label={t('phrases')}>
      <ol className="unlisted flat scroll bare">
        {lines.all.map((line, index) => <PhraseLine key={line.key} line={line} n={index + 1} count={lines.all.length} lines={lines} />)}
      </ol>
      {problem && <p className="oa-field-problem" role="alert">{problem}</p>}
      <div className="row wrap gap-8 top-8">
        <Button size="small" icon={<PlusOutlined aria-hidden />} disabled={isFull} onClick={() => lines.add('')}>{t('phraseAdd')}</Button>
        {mayKeep && <Button size="small" disabled={isFull} onClick={() => lines.add(current)}>{t('phraseKeep')}</Button>}
        {isFull && <span className="oa-dialog-note second small regular">{t('phrasesFull', { n: mostPhrases })}</span>}
        <span className="grow" />
        <Button size="small" onClick={onClose}>{t('cancel')}</Button>
        <Button size="small" loading={isPending} onClick={() => void save()}>{t('phraseSave')}</Button>
      </div>
    </div>
  )
}

type Lines = ReturnType<typeof useLines>

function useLines(phrases: readonly string[]) {
  const [all, setAll] = useState<readonly PhraseDraft[]>(() => phrases.map((text, key) => ({ key, text })))
  const last = useRef(phrases.length)
  return {
    all,
    add: (text: string) => setAll((before) => [...before, { key: last.current++, text }]),
    change: (key: number, text: string) => setAll((before) => before.map((line) => (line.key === key ? { key, text } : line))),
    remove: (key: number) => setAll((before) => before.filter((line) => line.key !== key)),
    move: (from: number, step: 1 | -1) => setAll((before) => moved(before, from, step)),
  }
}

function moved(lines: readonly PhraseDraft[], from: number, step: 1 | -1): readonly PhraseDraft[] {
  const line = lines[from]
  if (!line || from + step < 0 || from + step >= lines.length) return lines
  return lines.toSpliced(from, 1).toSpliced(from + step, 0, line)
}

function PhraseLine({ line: { key, text }, n, count, lines }: { line: PhraseDraft; n: number; count: number; lines: Lines }) {
  const { t } = useDetailText()
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    lines.move(n - 1, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li className="row gap-2">
      <Input size="small" value={text} maxLength={longestPhrase} aria-label={t('phraseN', { n })} autoFocus={text === ''} onKeyDown={press}
        onChange={({ target }) => lines.change(key, target.value)} />
      <Button type="text" size="small" icon={<ArrowUpOutlined />} disabled={n === 1} aria-label={t('phraseUp', { n })}
        title={t('phraseUp', { n })} onClick={() => lines.move(n - 1, -1)} />
      <Button type="text" size="small" icon={<ArrowDownOutlined />} disabled={n === count} aria-label={t('phraseDown', { n })}
        title={t('phraseDown', { n })} onClick={() => lines.move(n - 1, 1)} />
      <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={t('phraseRemove', { n })} title={t('phraseRemove', { n })}
        onClick={() => lines.remove(key)} />
    </li>
  )
}
