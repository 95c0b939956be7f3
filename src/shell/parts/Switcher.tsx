import './switcher.css'

interface SwitcherProps<Value extends string> {
  readonly 'aria-label': string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  onChange(value: Value): void
}

/** A segmented control without antd, for the first screen: antd's would load code that only lists need. */
export function Switcher<Value extends string>({ value, options, onChange, ...named }: SwitcherProps<Value>) {
  return (
    <div className="oa-switcher round-6 inline-flex" role="group" {...named}>
      {options.map((option) => (
        <button key={option.value} type="button" className="plain round-4 second" aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
