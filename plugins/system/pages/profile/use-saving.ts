import { useState } from 'react'
import { isFailure } from '#providers/failure.ts'

/** Saves, and keeps what was refused by field; what belongs to no field stands under ''. */
export function useSaving() {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [state, setState] = useState<'idle' | 'busy' | 'saved'>('idle')
  return {
    problems,
    setProblems,
    isSaving: state === 'busy',
    isSaved: state === 'saved',
    /** Answers whether it was saved. */
    async saving(work: () => Promise<unknown>): Promise<boolean> {
      setState('busy')
      setProblems({})
      try {
        await work()
        setState('saved')
        return true
      } catch (error) {
        setState('idle')
        if (!isFailure(error)) throw error
        setProblems(error.fields.length > 0 ? Object.fromEntries(error.fields.map(({ name, message }) => [name, message])) : { '': error.message })
        return false
      }
    },
  }
}
