import { useState } from 'react'
import { useRefresh } from '../calls.ts'
import { type Problems, refusal } from './problems.ts'

/** Sends what a dialog holds, once at a time; a refusal is told at its fields, and what was typed stays. */
export function useSending() {
  const refresh = useRefresh()
  const [isSending, setIsSending] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const send = async (call: () => Promise<unknown>): Promise<boolean> => {
    setIsSending(true)
    try {
      await call()
      await refresh()
      setProblems({})
      return true
    } catch (error) {
      setProblems(refusal(error) ?? {})
      return false
    } finally {
      setIsSending(false)
    }
  }
  return { isSending, problems, setProblems, send }
}
