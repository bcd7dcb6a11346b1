import { css } from 'goober'

/** The look of the live camera: dark in both palettes, everything else lies over the picture. */
export const cameraView = css`
  position: fixed;
  inset: 0;
  width: 100%;
  max-width: none;
  height: 100%;
  max-height: none;
  margin: 0;
  padding: 0;
  border: 0;
  background: #0e1113;
  color: #fff;
  overflow: hidden;
  & video {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  & [data-mirrored] {
    scale: -1 1;
  }
  & .window {
    position: absolute;
    inset: 50% auto auto 50%;
    translate: -50% -50%;
    width: min(90%, 86dvh);
    aspect-ratio: 1.586;
    border-radius: 18px;
    box-shadow: 0 0 0 100vmax rgb(10 12 14/.5);
  }
  & [data-doc="passport"] {
    aspect-ratio: 1.42;
  }
  & .window i {
    position: absolute;
    inset: -2px auto auto -2px;
    width: 36px;
    height: 36px;
    border: solid #fff;
    border-width: 4px 0 0 4px;
    border-radius: 20px 0 0 0;
    transition: border-color .15s;
  }
  & .window i:nth-of-type(2) {
    inset: -2px -2px auto auto;
    rotate: 90deg;
  }
  & .window i:nth-of-type(3) {
    inset: auto -2px -2px auto;
    rotate: 180deg;
  }
  & .window i:nth-of-type(4) {
    inset: auto auto -2px -2px;
    rotate: 270deg;
  }
  & [data-seen] {
    border-color: #6fe0b4 !important;
  }
  & header,
  & footer,
  & p {
    position: absolute;
    inset-inline: 0;
    display: flex;
    align-items: center;
  }
  & header {
    top: 0;
    gap: 8px;
    padding: calc(8px + var(--safe-top)) 12px 24px;
    background: linear-gradient(rgb(10 12 14/.7), transparent);
  }
  & h2 {
    flex: 1;
    font-size: 1.0625rem;
  }
  & p {
    bottom: calc(136px + var(--safe-bottom));
    justify-content: center;
    min-height: 3rem;
    padding: 0 24px;
    text-align: center;
    text-wrap: balance;
    text-shadow: 0 1px 3px #000;
  }
  & footer {
    bottom: 0;
    display: grid;
    grid-template-columns: 1fr auto 1fr;
    padding: 24px 12px calc(28px + var(--safe-bottom));
    background: linear-gradient(transparent, rgb(10 12 14/.7));
  }
  & button {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    justify-content: center;
    min-width: 44px;
    min-height: 44px;
    padding: 0 10px;
    border-radius: 14px;
    color: inherit;
    font-size: .9375rem;
    font-weight: 600;
  }
  & footer button {
    flex-direction: column;
    gap: 2px;
    font-size: .8125rem;
  }
  & .shutter {
    width: 76px;
    height: 76px;
    border: 4px solid #fff;
    border-radius: 50%;
    background: radial-gradient(circle, #fff 68%, transparent 70%);
  }
  & .shutter:disabled {
    opacity: .65;
  }
  & .shutter:active {
    transform: scale(.94);
  }
`
