import { useQuery } from '@tanstack/react-query'
import { definePartText } from '#fields/text.ts'
import { useHttp } from '#shell/backend.ts'
import { cn, en } from './texts.ts'

const useWorkdayText = definePartText<keyof typeof cn>({ cn, en })

/** Number of working days left in the month, below the greeting; hidden if there are none. */
export function WorkdaysLeft() {
  const { t } = useWorkdayText()
  const http = useHttp()
  const { data: left } = useQuery({ queryKey: ['workdays'], queryFn: () => http.get<number>('/system/workday/left', {}, { quiet: true }),
    staleTime: 3_600_000 })
  return left ? <span>{t('left', { count: left })}</span> : null
}
