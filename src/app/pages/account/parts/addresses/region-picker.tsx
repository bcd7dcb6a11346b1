import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'react'
import { chinaArea, findArea } from '../../../../../contract/address.ts'
import type { Call, Output } from '../../../../../contract/call.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import type { Sent } from '../../../../send.ts'
import { language, t } from '../../../../state/locale.ts'
import { Chip, Chips } from '../../../../ui/chip.tsx'
import { ErrorView, Skeleton } from '../../../../ui/states.tsx'
import { type Option, Options } from '../options.tsx'

/** The states of a country. What is chosen is their name in Latin letters, as the post writes it. */
export function StatePicker({
  country,
  label,
  value,
  onPick,
}: {
  country: string
  label: string
  value: string
  onPick: (state: string) => void
}) {
  return (
    <Loading call={findArea} input={{ country }}>
      {areas => (
        <Options
          label={label}
          options={areas.map(({ name, nameZh }) => ({
            value: name,
            label: language.value === 'zh-CN' ? nameZh : name,
            note: otherOf(name, nameZh),
          }))}
          value={value}
          onPick={onPick}
        />
      )}
    </Loading>
  )
}

/** Province, city and district of mainland China, one after the other. */
export function ChinaPicker({ onPick }: { onPick: (state: string, city: string) => void }) {
  return (
    <Loading call={chinaArea} input={{}}>
      {provinces => <Steps provinces={provinces} onPick={onPick} />}
    </Loading>
  )
}

function Steps({
  provinces,
  onPick,
}: {
  provinces: Output<typeof chinaArea>
  onPick: (state: string, city: string) => void
}) {
  const [path, follow] = useState<string[]>([])
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The next step begins at its top, and with the row a keyboard goes on from.
    if (path.length === 0) return
    box.current?.closest('dialog')?.scrollTo?.(0, 0)
    box.current?.querySelector<HTMLElement>('li button')?.focus({ preventScroll: true })
  }, [path])
  const [provinceName = '', cityName = ''] = path
  const cities = provinces.find(([, name]) => name === provinceName)?.[3] ?? []
  const districts = cities.find(([, name]) => name === cityName)?.[3] ?? []
  const shown = cityName ? districts : provinceName ? cities : provinces

  function pick(name: string) {
    if (cityName) return onPick(provinceName, `${cityName} ${name}`)
    const next = [...path, name]
    const city = provinceName ? cities.find(([, other]) => other === name) : undefined
    if (city?.[3].length === 0) return onPick(provinceName, name)
    follow(next)
  }

  return (
    <div ref={box} class={steps}>
      {path.length > 0 && (
        <Chips label={t('account.place.region')}>
          {path.map((name, step) => (
            <Chip key={name + String(step)} isOn onPress={() => follow(path.slice(0, step))}>
              {name}
            </Chip>
          ))}
        </Chips>
      )}
      <Options
        key={path.join()}
        label={t('account.place.region')}
        options={shown.map(([, name, latin]): Option => ({ value: name, label: name, note: latin }))}
        onPick={pick}
      />
    </div>
  )
}

function Loading<C extends Call>({
  call,
  input,
  children,
}: {
  call: C
  input: Sent<C>
  children: (data: Output<C>) => ComponentChildren
}) {
  const { data, state, status, reload } = useLoad(call, input)
  if (data) return <>{children(data)}</>
  return state === 'failed' ? <ErrorView status={status} onRetry={reload} /> : <Skeleton rows={6} />
}

function otherOf(name: string, nameZh: string): string | undefined {
  if (name === nameZh) return undefined
  return language.value === 'zh-CN' ? name : nameZh
}

const steps = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
`
