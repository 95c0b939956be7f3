import { useMemo } from 'react'
import { reads, useRead } from '#shell/start/reads.ts'

/** A business type as a choice. */
export interface Process {
  readonly value: string
  readonly cn: string
  readonly en: string
}

/** Every process of the product, by its key. */
export function useProcesses(): readonly Process[] {
  const types = useRead(reads.businessTypes)
  return useMemo(() => (types ?? []).map(({ value, label, labelEn }) => ({ value, cn: label, en: labelEn })), [types])
}
