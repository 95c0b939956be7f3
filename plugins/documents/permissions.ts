/** Rights on filed documents of any type. */
export const can = {
  /** Voids a document in approval or completed. */
  abandon: 'abandoned',
} as const
