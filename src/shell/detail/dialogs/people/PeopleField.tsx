import { useId, useState } from 'react'
import { ReferencePicker } from '#fields/references/ReferencePicker.tsx'
import { useDetailText } from '#shell/detail/texts.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { usePeople } from '#shell/start/directory.ts'
import { Star } from '../CommentField.tsx'

const field = { kind: 'people', cn: '人员', en: 'People', required: true } as const

interface PeopleFieldProps {
  readonly label: string
  readonly note?: string
  readonly people: readonly string[]
  readonly problem?: string
  onChange(people: readonly string[]): void
}

/** An input for people, searched by name, pinyin or department, with its validation message. */
export function PeopleField({ label, note, people, problem, onChange }: PeopleFieldProps) {
  const { t } = useDetailText()
  const id = useId()
  const described = problem ? { 'aria-describedby': `${id}-note`, 'aria-invalid': true, status: 'error' as const } : {}
  return (
    <div className="oa-field column">
      <label className="oa-field-label" htmlFor={id}>
        {label}
        <Star />
        {note && <span className="oa-dialog-note second small regular">{note}</span>}
      </label>
      <ReferencePicker id={id} isMany field={{ ...field, placeholder: { cn: t('findPerson'), en: t('findPerson') } }} value={people}
        context={{}} aria-required {...described} onChange={(picked) => onChange(picked as string[])} />
      {problem && <span id={`${id}-note`} className="oa-field-problem" role="alert">{problem}</span>}
    </div>
  )
}

/** A choice of exactly one person: choosing a second one shows a warning and clears the choice. */
export function useOnePerson({ mayBeSelf, excluded }: { mayBeSelf: boolean; excluded?: readonly string[] }) {
  const { any } = useDetailText()
  const ownDocument = useOwnDocument(excluded)
  const user = useRead(reads.user)
  const [people, setPeople] = useState<readonly string[]>([])
  const problemOf = (picked: readonly string[]): string | false => {
    if (picked.length !== 1) return any('approval.transferOne')
    if (!mayBeSelf && picked[0] === user?.id) return any('approval.transferSelf')
    return ownDocument(picked)
  }
  return {
    people,
    /** The problem of the current choice. */
    problem: () => problemOf(people),
    /** Sets the choice; returns its problem, if any. */
    take(picked: readonly string[]): string | false {
      setPeople(picked.length > 1 ? [] : picked)
      return picked.length > 0 && problemOf(picked)
    },
  }
}

/** Returns a check for chosen people: the message for the first one with a personal interest in the document, else false. */
export function useOwnDocument(excluded: readonly string[] = []): (picked: readonly string[]) => string | false {
  const { any, name } = useDetailText()
  const known = usePeople(excluded)
  return (picked) => {
    const own = picked.find((id) => excluded.includes(id))
    return own !== undefined && any('approval.ownDocument', { name: name(known.get(own)?.name ?? '') })
  }
}
