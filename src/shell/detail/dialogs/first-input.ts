/** The input that is to be filled in first: what follows a choice that is made already, or the choice. */
export const firstInput = (body: HTMLElement | null) =>
  (body?.querySelector('input[type=radio]:checked') ? body.querySelector<HTMLElement>('textarea, input:not([type=radio])') : null) ??
    body?.querySelector<HTMLElement>('textarea, input')
