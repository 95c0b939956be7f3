import type { Db } from '#server/database/tables.ts'

/** The image of a company's seal. */
export interface CompanySeal {
  readonly image: Uint8Array
  readonly type: 'image/png' | 'image/jpeg'
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** The source of companies' seals, provided by a module. */
export interface CompanySeals {
  find(db: Db, company: string): Promise<CompanySeal | undefined>
}

/** Size of a seal within a square, preserving the aspect ratio. */
export function sealSize({ width, height }: Pick<CompanySeal, 'width' | 'height'>,
  side: number): { readonly width: number; readonly height: number } {
  const scale = side / Math.max(width, height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
