/** antd's group of radios has no role of its own; without one its label is not said. */
export const radioGroup = { role: 'radiogroup' } as const
