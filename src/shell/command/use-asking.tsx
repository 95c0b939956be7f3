import { type FieldRefusal, isFailure } from '#providers/failure.ts'
import { type ConfirmOptions, useConfirm } from '../dialogs/dialogs-context.tsx'
import { useText } from '../text.tsx'

type Send = (confirmed: readonly string[]) => Promise<unknown>

interface QuestionOptions extends Pick<ConfirmOptions, 'title' | 'okText'> {
  /** Throws the refusal where the person says no, so that it is shown at its fields. @default false */
  readonly throwsDeclined?: boolean
}

/** Changes that the server may ask about. */
export interface SendWithQuestions {
  /**
   * Sends a change; what the server only asks about is asked, and the change is sent again with the codes of the questions once the
   * person says yes. Returns whether it was done.
   * @throws the failure of a call that is refused
   */
  (send: Send, options?: QuestionOptions): Promise<boolean>
}

/** Asks what the server leaves to whoever changes something (problems of level `confirm`). */
export function useAsking(): SendWithQuestions {
  const confirm = useConfirm()
  const { t } = useText()
  return async (send, { throwsDeclined, ...words } = {}) => {
    try {
      await send([])
    } catch (error) {
      const questions = questionsOf(error)
      if (questions.length === 0) throw error
      const agrees = await confirm({ title: t('resource.askTitle'), content: <Questions questions={questions} />,
        okText: t('resource.askYes'), cancelText: t('resource.cancel'), autoFocusButton: 'cancel', ...words })
      if (!agrees && throwsDeclined) throw error
      if (!agrees) return false
      await send(questions.flatMap(({ code }) => code ?? []))
    }
    return true
  }
}

/** The questions of a failure that nothing but questions caused. */
function questionsOf(error: unknown): readonly FieldRefusal[] {
  const fields = isFailure(error) ? error.fields : []
  return fields.every(({ level }) => level === 'confirm') ? fields : []
}

function Questions({ questions }: { questions: readonly FieldRefusal[] }) {
  const [first, ...more] = questions
  if (more.length === 0) return <>{first?.message}</>
  return <ul className="oa-questions">{questions.map(({ message }) => <li key={message}>{message}</li>)}</ul>
}
