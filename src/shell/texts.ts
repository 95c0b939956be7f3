import type { TextSource } from '#providers/i18n.ts'

/** Texts of the shell, of Refine's components, of the engine and of the field kinds: one chunk per language. */
export const shellTexts: TextSource = async (locale) => {
  const [shell, kernel, approval, refine] = await (locale === 'cn' ? chinese() : english())
  return { ...kernel, ...approval, ...refine, ...shell }
}

const chinese = async () => {
  const [shell, kernel, approval, refine] = await Promise.all([
    import('./locales/cn.ts'),
    import('#kernel/locales/cn.ts'),
    import('#approval/locales/cn.ts'),
    import('./refine/locales/cn.ts'),
  ])
  return [shell.cn, kernel.cn, approval.default, refine.default] as const
}

const english = async () => {
  const [shell, kernel, approval, refine] = await Promise.all([
    import('./locales/en.ts'),
    import('#kernel/locales/en.ts'),
    import('#approval/locales/en.ts'),
    import('./refine/locales/en.ts'),
  ])
  return [shell.en, kernel.en, approval.default, refine.default] as const
}
