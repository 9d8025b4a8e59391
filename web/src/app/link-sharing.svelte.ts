// Share a link and say for a few seconds what became of it.

import { tick } from "svelte";
import { t } from "../i18n/index.svelte";
import { share } from "./sharing";

const DURATION = 4000; // milliseconds to show a message

export class LinkSharing {
  message = $state("");

  /** Share a link and perhaps a text, or copy them where there is nothing to share with. */
  async share(url: string, text = ""): Promise<void> {
    const outcome = await share(t("app.name"), url, text);
    if (outcome !== "shared") await this.show(t(outcome === "copied" ? "invite.copied" : "review.copy-yourself"));
  }

  /** Show a message, anew for screen readers even if it is the same as before. */
  async show(message: string): Promise<void> {
    this.message = "";
    await tick();
    this.message = message;
    setTimeout(() => { if (this.message === message) this.message = ""; }, DURATION);
  }
}
