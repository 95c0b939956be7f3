import { PlusOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import type { OpinionFact } from '#kernel/flow/opinion-facts.ts'
import { useDetailText } from '#shell/detail/text.ts'
import { useConfirm } from '#shell/dialogs/dialogs-context.tsx'
import { CommentField } from '../CommentField.tsx'
import { spokenPart, withSpoken } from '../pass/markers.ts'
import { usePhrases } from './phrases.ts'

const PhraseEditor = lazy(async () => ({ default: (await import('./PhraseEditor.tsx')).PhraseEditor }))

interface OpinionProps {
  readonly value: string
  /** Facts whose lines are not the approver's words. */
  readonly facts: readonly OpinionFact[]
  readonly isRequired: boolean
  readonly problem: string | undefined
  onChange(text: string): void
}

/** Phrases that are shown before the rest is asked for. */
const shownAtFirst = 6

/** The approver's opinion, with phrases that they say often; those never replace written words unasked. */
export function Opinion({ value, facts, isRequired, problem, onChange }: OpinionProps) {
  const { t, any } = useDetailText()
  const confirm = useConfirm()
  const { phrases, own, save } = usePhrases()
  const [isEditing, setIsEditing] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const use = async (phrase: string) => {
    const written = spokenPart(value, facts)
    const isFree = written === '' || phrases.includes(written)
    if (isFree || (await confirm({ title: any('approval.confirmOverwrite'), okText: t('overwriteYes'), cancelText: t('cancel') })))
      onChange(withSpoken(value, phrase, facts))
  }
  const shown = isWhole ? phrases : phrases.slice(0, shownAtFirst)
  return (
    <div>
      <CommentField label={t('opinion')} note={isRequired ? undefined : t('opinionDefault')} isRequired={isRequired} value={value}
        problem={problem} onChange={onChange} />
      <div className="oa-phrases">
        {shown.map((each) => (
          <button key={each} type="button" className="plain oa-phrase cut" title={each} onClick={() => void use(each)}>{each}</button>
        ))}
        {shown.length < phrases.length && (
          <button type="button" className="plain oa-phrase-more" onClick={() => setIsWhole(true)}>
            {t('phrasesMore', { count: phrases.length - shown.length })}
          </button>
        )}
        <button type="button" className="plain oa-phrase-more" aria-expanded={isEditing} onClick={() => setIsEditing(!isEditing)}>
          <PlusOutlined aria-hidden /> {t('phrases')}
        </button>
      </div>
      {isEditing && (
        <Suspense>
          <PhraseEditor phrases={own.length > 0 ? own : phrases} current={spokenPart(value, facts)} onSave={save} onClose={() =>
            setIsEditing(false)} />
        </Suspense>
      )}
    </div>
  )
}
