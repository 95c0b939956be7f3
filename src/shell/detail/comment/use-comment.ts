import { createContext, useContext, useEffect, useState } from 'react'
import { useCommand } from '#shell/command/use-command.ts'
import type { ActionContext } from '../actions/action-context.ts'
import { useDetailText } from '../texts.ts'

type Report = (part: string, isHeld: boolean) => void

/** Reports to the document's page that a part has unsent input: an open dialog, a comment being written. */
export const UnsentContext = createContext<Report>(() => undefined)

/** Reports that this part has unsent input, while `isHeld`. */
export function useUnsent(part: string, isHeld: boolean): void {
  const report = useContext(UnsentContext)
  useEffect(() => {
    report(part, isHeld)
    return () => report(part, false)
  }, [report, part, isHeld])
}

/** Whether any part has unsent input; new content of the document is then held back. */
export function useUnsentParts(): { readonly isHeld: boolean; report: Report } {
  const [parts, setParts] = useState<ReadonlySet<string>>(new Set())
  const [report] = useState(() => (part: string, isHeld: boolean) =>
    setParts((before) => {
      if (before.has(part) === isHeld) return before
      return new Set(isHeld ? [...before, part] : [...before].filter((each) => each !== part))
    })
  )
  return { isHeld: parts.size > 0, report }
}

/** A person mentioned in a comment, with the text used for them. */
export interface Mention {
  readonly id: string
  readonly shown: string
}

/** Maximum number of people mentioned per comment. */
export const mostMentioned = 50

/**
 * State of a comment being written: text, mentions, files, sending. Files without text are added to the document. A failure keeps all
 * input.
 */
export function useComment(context: ActionContext) {
  const { t, any } = useDetailText()
  const [text, setText] = useState('')
  const [people, setPeople] = useState<readonly Mention[]>([])
  const [files, setFiles] = useState<readonly string[]>([])
  const [isUploading, setIsUploading] = useState(false)
  const { run, isPending, problems: { '': problem }, setProblems } = useCommand({ unexplained: t('notDone') })
  useUnsent('comment', text.trim() !== '' || files.length > 0 || isUploading)
  const mentioned = people.filter(({ shown }) => text.includes(`@${shown}`))
  const mention = (news: readonly Mention[]) =>
    setPeople((before) => [...before.filter(({ id }) => !news.some((each) => each.id === id)), ...news])

  const wrong = () => {
    if (isUploading) return t('uploadRunning')
    if (text.trim() === '' && files.length === 0) return any('approval.commentEmpty')
    return mentioned.length > mostMentioned ? any('approval.tooMany', { n: mostMentioned }) : undefined
  }
  const said = (): [path: string, body: Readonly<Record<string, unknown>>] => {
    const attachmentId = files.join(',')
    if (text.trim() === '') return ['/workflow/wf/processInstance/attachment/add', { attachmentId }]
    return ['/workflow/wf/processInstance/comment/add', { comment: text.trim(), userIds: mentioned.map(({ id }) => id), attachmentId }]
  }
  const send = async (): Promise<boolean> => {
    const found = wrong()
    if (found !== undefined) {
      setProblems({ '': found })
      return false
    }
    return run(() => context.call(...said(), 'keep'), () => {
      setText('')
      setPeople([])
      setFiles([])
    })
  }
  return {
    text,
    setText,
    mentioned,
    mention,
    files,
    setFiles,
    setIsUploading,
    isSending: isPending,
    problem,
    send,
    /** Sets the mentioned people: appends new ones to the text, and removes those no longer chosen. */
    write(chosen: readonly Mention[]) {
      const gone = mentioned.filter(({ id }) => !chosen.some((each) => each.id === id))
      const kept = gone.reduce((rest, { shown }) => rest.replaceAll(new RegExp(`@${escaped(shown)}(?: |$)`, 'g'), ''), text)
      const news = chosen.filter(({ shown }) => !kept.includes(`@${shown}`)).map(({ shown }) => `@${shown} `)
      setText([kept.trimEnd(), news.join('')].filter((part) => part !== '').join(' '))
      setPeople(chosen)
    },
  }
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
