import { type FieldRefusal, isFailure } from '#providers/failure.ts'
import { type ConfirmOptions, useConfirm } from '../dialogs/dialogs-context.tsx'
import { useText } from '../text.tsx'

type Send = (confirmed: readonly string[]) => Promise<unknown>

interface QuestionOptions extends Pick<ConfirmOptions, 'title' | 'okText'> {
  /** Rethrows the refusal when the user declines, so that it is shown at its fields. @default false */
  readonly throwsDeclined?: boolean
}

/** Sends a change that the server may want to be confirmed. */
export interface SendWithQuestions {
  /**
   * Sends a change. If the server only asks for confirmation, the user is asked, and on yes the change is sent again with the codes of the
   * questions. Returns whether it was done.
   * @throws HttpFailure when the call is refused
   */
  (send: Send, options?: QuestionOptions): Promise<boolean>
}

/** Asks the user to confirm problems of level `confirm`. */
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

/** The problems of a failure if all of them are questions; else empty. */
function questionsOf(error: unknown): readonly FieldRefusal[] {
  const fields = isFailure(error) ? error.fields : []
  return fields.every(({ level }) => level === 'confirm') ? fields : []
}

function Questions({ questions }: { questions: readonly FieldRefusal[] }) {
  const [first, ...more] = questions
  if (more.length === 0) return <>{first?.message}</>
  return <ul className="oa-questions">{questions.map(({ message }) => <li key={message}>{message}</li>)}</ul>
}
