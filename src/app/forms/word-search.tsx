import { useEffect, useRef, useState } from 'react'
import { SearchField } from './search-field.tsx'
import { useRested } from './use-rested.ts'

interface WordSearchProps {
  label: string
  placeholder: string
  keyword: string
  /** It was not opened by hand: nothing is about to be typed. */
  isQuiet?: boolean
  onSearch: (keyword: string) => void
}

/** Looks for what a row says and shows; asks when the typing rests. */
export function WordSearch({
  label,
  placeholder,
  keyword,
  isQuiet = Boolean(keyword),
  onSearch,
}: WordSearchProps) {
  const [typed, type] = useState(keyword)
  const box = useRef<HTMLDivElement>(null)
  const search = useRef(onSearch)
  search.current = onSearch
  const asked = useRef(keyword)

  // A word from elsewhere: what was asked for here may stand here with a blank behind it, or with more by now.
  useEffect(() => {
    if (keyword !== asked.current) type(keyword)
    asked.current = keyword
  }, [keyword])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is opened
  useEffect(() => {
    if (!isQuiet) box.current?.querySelector('input')?.focus()
  }, [])
  const rested = useRested(typed.trim())
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the typing has come to rest
  useEffect(() => {
    if (rested === keyword) return
    asked.current = rested
    search.current(rested)
  }, [rested])

  return (
    <div ref={box}>
      <SearchField label={label} placeholder={placeholder} value={typed} onInput={type} />
    </div>
  )
}
